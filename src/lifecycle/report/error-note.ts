import { isGuardedModelError } from "../../errors.ts";
import type { Answer } from "../../providers/provider.ts";

/** What is reported of a foreign error: never its text, which may quote prompts and keys. */
export interface ErrorNote {
  readonly name?: string;
  readonly status?: number;
  readonly code?: string | number;
}

/** The note of the error that a call ended with, or that its answer contains. */
export function endNote({ answer, error = answer?.error }: EndedWith): ErrorNote | undefined {
  return error === undefined ? undefined : errorNote(error);
}

/** What tells why a call ended. */
interface EndedWith {
  readonly answer?: Answer | undefined;
  readonly error?: unknown;
}

// An identifier-like word; free text does not match.
const WORD = /^[A-Za-z_$][\w$.-]{0,63}$/;

/** Name, HTTP status and code of an error, each only if valid. Never throws. */
export function errorNote(error: unknown): ErrorNote {
  if (typeof error !== "object" || error === null) return { name: typeof error };
  try {
    return noteOf(error);
  } catch {
    // An error that throws when inspected is still reported, and reaches the app unchanged.
    return {};
  }
}

function noteOf(error: object): ErrorNote {
  const name = nameOf(error);
  const { code } = error as { code?: unknown };
  const status = statusOf(error);
  return {
    ...(name === undefined ? undefined : { name }),
    ...(isStatus(status) && !isRefusal(error) ? { status } : undefined),
    ...(isCode(code) ? { code } : undefined),
  };
}

/** Most SDKs have it in `status`, the AI SDK and others in `statusCode`, and AWS in its metadata. */
function statusOf(error: { status?: unknown; statusCode?: unknown; $metadata?: unknown }): unknown {
  const { $metadata } = error;
  const { httpStatusCode } = Object($metadata) as { httpStatusCode?: unknown };
  const { statusCode = httpStatusCode } = error;
  const { status = statusCode } = error;
  return status;
}

/** Many SDK errors have the name "Error", and only their class is telling. */
function nameOf(error: object): string | undefined {
  const { name } = error as { name?: unknown };
  if (typeof name === "string" && name !== "Error" && WORD.test(name)) return name;
  const maker: unknown = error.constructor;
  if (typeof maker !== "function" || !WORD.test(maker.name)) return undefined;
  return maker.name;
}

/**
 * The status of our own refusals is left out: it is meant for retrying clients, no server sent it,
 * and the code says more.
 */
function isRefusal(error: object): boolean {
  return isGuardedModelError(error) && error.code !== "data_plane";
}

function isStatus(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 100 && (value as number) <= 599;
}

function isCode(value: unknown): value is string | number {
  return Number.isInteger(value) || (typeof value === "string" && WORD.test(value));
}
