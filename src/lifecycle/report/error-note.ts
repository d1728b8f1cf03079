import { isGuardedModelError } from "../../errors.ts";
import type { Answer } from "../../providers/provider.ts";

/** What is told of an error of somebody else's: never its text, which can quote prompts and keys. */
export interface ErrorNote {
  readonly name?: string;
  readonly status?: number;
  readonly code?: string | number;
}

/** The same of the error that a call ended with, or that its answer says it is. */
export function endNote({ answer, error = answer?.error }: EndedWith): ErrorNote | undefined {
  return error === undefined ? undefined : errorNote(error);
}

/** What tells why a call ended. */
interface EndedWith {
  readonly answer?: Answer | undefined;
  readonly error?: unknown;
}

// An identifier-like word. Free text, and anything a prompt could be hidden in, does not pass.
const WORD = /^[A-Za-z_$][\w$.-]{0,63}$/;

/** Name, HTTP status and code of an error, each only if it has the form of one. Never throws. */
export function errorNote(error: unknown): ErrorNote {
  if (typeof error !== "object" || error === null) return { name: typeof error };
  try {
    return noteOf(error);
  } catch {
    // An error that cannot be looked at is reported all the same, and reaches the app untouched.
    return {};
  }
}

function noteOf(error: object): ErrorNote {
  const name = nameOf(error);
  const { statusCode, code } = error as { statusCode?: unknown; code?: unknown };
  // The AI SDK and others have another name for it.
  const { status = statusCode } = error as { status?: unknown };
  return {
    ...(name === undefined ? undefined : { name }),
    ...(isStatus(status) && !isRefusal(error) ? { status } : undefined),
    ...(isCode(code) ? { code } : undefined),
  };
}

/** SDK errors often leave `name` as "Error" and say who they are by their class. */
function nameOf(error: object): string | undefined {
  const { name } = error as { name?: unknown };
  if (typeof name === "string" && name !== "Error" && WORD.test(name)) return name;
  const maker: unknown = error.constructor;
  if (typeof maker !== "function" || !WORD.test(maker.name)) return undefined;
  return maker.name;
}

/** The status of our own refusals is for whoever would retry: nobody answered with it, and the code tells more. */
function isRefusal(error: object): boolean {
  return isGuardedModelError(error) && error.code !== "data_plane";
}

function isStatus(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 100 && (value as number) <= 599;
}

function isCode(value: unknown): value is string | number {
  return Number.isInteger(value) || (typeof value === "string" && WORD.test(value));
}
