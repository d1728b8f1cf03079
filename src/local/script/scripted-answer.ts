import { STATUS_CODES } from "node:http";
import { gzipSync } from "node:zlib";
import type { Answer } from "../server/answer.ts";
import { payloadOf } from "../server/write-answer.ts";
import type { AnswerStep, PassStep, RedirectStep } from "./script-step.ts";

/** The answer for an {@link AnswerStep}. */
export function scriptedAnswer(step: AnswerStep): Answer {
  const plain: Answer = {
    status: step.status,
    body: bodyOf(step),
    headers: lowerCased(step.headers),
    ...(step.raw === undefined ? {} : { raw: step.raw }),
  };
  if (step.padToBytes === undefined && step.gzip !== true) return plain;
  const raw = padded(Buffer.from(payloadOf(plain)), step.padToBytes ?? 0);
  if (step.gzip !== true) return { ...plain, raw };
  return {
    ...plain,
    raw: gzipSync(raw),
    headers: { ...plain.headers, "content-encoding": "gzip" },
  };
}

/** The answer for a {@link RedirectStep}. */
export function redirectAnswer(step: RedirectStep): Answer {
  return { status: step.status ?? 307, headers: { location: step.redirect }, body: {} };
}

/** The contract's answer with a step's changes. */
export function editedAnswer(step: PassStep, answer: Answer): Answer {
  return {
    ...answer,
    body: step.edit === undefined ? answer.body : step.edit(answer.body),
    headers: { ...answer.headers, ...lowerCased(step.headers) },
  };
}

// Header names in lower case, so that scripted headers replace those that the server sets.
function lowerCased(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function bodyOf(step: AnswerStep): unknown {
  if (step.raw !== undefined) return jsonOf(step.raw);
  return step.body === undefined ? plainBodyOf(step.status) : step.body;
}

function jsonOf(raw: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof raw === "string" ? raw : Buffer.from(raw).toString());
  } catch {
    return undefined;
  }
}

function plainBodyOf(status: number): unknown {
  if (status === 204 || status === 304) return undefined;
  return status < 400 ? {} : { error: STATUS_CODES[status] ?? "Error" };
}

// Whitespace after a JSON value is allowed (RFC 8259, section 2).
function padded(body: Buffer, toBytes: number): Buffer {
  return body.length >= toBytes
    ? body
    : Buffer.concat([body, Buffer.alloc(toBytes - body.length, " ")]);
}
