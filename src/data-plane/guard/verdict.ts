import { isOfAnother, ownOf, parseAnswer } from "../answers/json-answer.ts";
import { countMembers, membersOf } from "../answers/json-members.ts";

/** A decision of the guard (specification, "Guard response"). */
export interface GuardVerdict {
  readonly allowed: boolean;
  /** The guard's reason, if it is a string (the contract does not define its type). */
  readonly reason: string | undefined;
  /** The guard's rewrite, if it allowed the call and the rewrite is not empty. */
  readonly transformedInput: string | undefined;
  readonly guardEventId: string | undefined;
  readonly shadowMode: unknown;
  readonly simulatedDecision: unknown;
  /** The whole parsed response. */
  readonly raw: unknown;
}

/** The result of reading a response. */
export type Reading =
  | { readonly kind: "allow" | "deny"; readonly verdict: GuardVerdict }
  /** `why` is our own text and quotes nothing. */
  | { readonly kind: "unproven"; readonly why: string };

/** A response of the guard endpoint. */
export interface GuardAnswerText {
  readonly status: number;
  readonly body: string;
  /** The id that was sent, a UUID. */
  readonly clientEventId: string;
  /** True if the body was incomplete, or not UTF-8 and read with replacement characters. */
  readonly flawed?: boolean | undefined;
}

/**
 * Reads a response so that an allow must be proven: anything that is not exactly an allow is none.
 * Only own properties count, because JSON may contain names like `__proto__`. A denial needs no
 * proof: an own `allowed: false` denies, whatever else is wrong with the response.
 */
export function readVerdict(answer: GuardAnswerText): Reading {
  const parsed = parseAnswer(answer.body);
  if (parsed === undefined) {
    if (BEGINS_OBJECT.test(answer.body) && deniesSomewhere(answer.body)) {
      return { kind: "deny", verdict: verdictOf({}, { allowed: false }) };
    }
    return unproven("it is no JSON object");
  }
  const repeats = countMembers(answer.body) !== Object.keys(parsed).length;
  if (ownOf(parsed, "allowed") === false || (repeats && deniesSomewhere(answer.body))) {
    return { kind: "deny", verdict: verdictOf(parsed, { allowed: false }) };
  }
  const flaw = flawOf(parsed, answer, repeats);
  if (flaw !== undefined) return unproven(flaw);
  const rewrite = ownOf(parsed, "transformed_input");
  const transformedInput = typeof rewrite === "string" && rewrite !== "" ? rewrite : undefined;
  return { kind: "allow", verdict: verdictOf(parsed, { allowed: true, transformedInput }) };
}

/** Why a response that is no denial does not prove an allow either; undefined if it does. */
function flawOf(parsed: object, answer: GuardAnswerText, repeats: boolean): string | undefined {
  if (answer.status !== 200) return `its status is ${answer.status}`;
  if (answer.flawed === true) return "it is not whole, or not UTF-8";
  if (repeats) return "a name occurs twice in it";
  if (ownOf(parsed, "allowed") !== true) return "it does not say allowed: true";
  if (isOfAnother(parsed, "client_event_id", answer.clientEventId)) {
    return "its client_event_id is not the one that was sent";
  }
  const rewrite = ownOf(parsed, "transformed_input");
  if (rewrite !== undefined && rewrite !== null && typeof rewrite !== "string") {
    return "its transformed_input is no text";
  }
  return undefined;
}

function verdictOf(
  parsed: object,
  ruling: { readonly allowed: boolean; readonly transformedInput?: string | undefined },
): GuardVerdict {
  return {
    allowed: ruling.allowed,
    reason: textOf(ownOf(parsed, "reason")),
    transformedInput: ruling.transformedInput,
    guardEventId: textOf(ownOf(parsed, "guard_event_id")),
    shadowMode: ownOf(parsed, "shadow_mode"),
    simulatedDecision: ownOf(parsed, "simulated_decision"),
    raw: parsed,
  };
}

/** `\s` also matches a byte order mark, which a JSON parser rejects but which hides no object. */
const BEGINS_OBJECT = /^\s*\{/;

/** The parser keeps the last of several `allowed`; an earlier one may be the denial. */
function deniesSomewhere(body: string): boolean {
  try {
    return membersOf(body).some(({ name, text }) => name === "allowed" && text === "false");
  } catch {
    // An invalid name, in text that is not JSON.
    return false;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function unproven(why: string): Reading {
  return { kind: "unproven", why };
}
