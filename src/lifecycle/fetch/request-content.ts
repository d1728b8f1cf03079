import { joinSignals } from "../../base/join-signals.ts";
import { UnguardedRequestError } from "../../errors.ts";
import { withExactNumbers } from "../../providers/json/exact-numbers.ts";
import { hasRepeatedKey, namesPrototype } from "../../providers/json/repeated-key.ts";
import { rewrittenJson } from "../../providers/json/rewritten-json.ts";
import { UnreadableRequestError } from "../../providers/provider.ts";
import { contextOf } from "../context/call-context.ts";
import type { Gate } from "../gate.ts";
import { type ReadBody, readBody, withText } from "./fetch-body.ts";
import { type ReadForm, readForm } from "./fetch-form.ts";
import type { FetchCall } from "./fetch-request.ts";

/** How a request is read. */
export interface ContentReading {
  readonly takesForms: boolean;
  /** The request's own signal. */
  readonly signal: AbortSignal | undefined;
}

/** A request that was read in order to check it. */
export interface RequestContent {
  /** What was sent: text or a form. */
  readonly read: ReadBody | ReadForm;
  /** What it means: parsed JSON, or the form. */
  readonly body: unknown;
}

/** @throws UnguardedRequestError if the body cannot be checked; the signal's reason. */
export async function readContent(
  gate: Gate,
  { input, init }: FetchCall,
  { takesForms, signal }: ContentReading,
): Promise<RequestContent> {
  // Besides its own, only the context's signal is known before the body is read.
  const isSlow = typeof init?.body !== "string";
  const slow = isSlow ? joinSignals(signal, contextOf(gate, undefined).signal) : undefined;
  const reader = { signal: slow, active: gate.services.active };
  const form = takesForms ? await readForm(input, init, reader) : undefined;
  if (form !== undefined) return { read: form, body: form.form };
  const read = await readBody(input, init, reader);
  return { read, body: parseBody(read.text) };
}

/** The body of `read` with a new request in it. */
export function withRequest(
  read: ReadBody | ReadForm,
  request: unknown,
): Pick<ReadBody, "original" | "impliedType"> {
  if (!("form" in read)) return withText(read, rewrittenJson(read.text, request));
  return { original: request as FormData, impliedType: undefined };
}

function parseBody(text: string): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw unreadable("the body, which is not JSON,");
  }
  if (hasRepeatedKey(text)) throw unreadable("the body, which has a property twice,");
  const exact = withExactNumbers(text);
  if (exact !== text) body = JSON.parse(exact);
  if (namesPrototype(body)) throw unreadable("the body, which has a property __proto__,");
  return body;
}

function unreadable(where: string): UnguardedRequestError {
  const error = new UnreadableRequestError(where);
  return new UnguardedRequestError(`${error.message} Nothing was sent.`, { cause: error });
}
