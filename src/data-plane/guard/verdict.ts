import { MAX_GUARD_ANSWER_BYTES } from "../../contract/limits.ts";
import { ownOf, parseAnswer } from "../answers/json-answer.ts";
import { countMembers, membersOf } from "../answers/json-members.ts";

/** A decision of the guard (specification, "Guard response"). */
export interface GuardVerdict {
  readonly allowed: boolean;
  /** Undefined unless it was a string: its type is not promised. */
  readonly reason: string | undefined;
  /** The guard's rewrite, when it gave one that is not empty and allowed the call. */
  readonly transformedInput: string | undefined;
  readonly guardEventId: string | undefined;
  readonly shadowMode: unknown;
  readonly simulatedDecision: unknown;
  /** The whole answer as parsed. */
  readonly raw: unknown;
}

/** What an answer comes to. */
export type Reading =
  | { readonly kind: "allow" | "deny"; readonly verdict: GuardVerdict }
  /** `why` is our own wording and quotes nothing. */
  | { readonly kind: "unproven"; readonly why: string };

/** An answer of the guard endpoint. */
export interface GuardAnswerText {
  readonly status: number;
  readonly body: string;
  /** The id that was sent. */
  readonly clientEventId: string;
  /** True when the body was not UTF-8 and had to be patched to be read, or is not whole. */
  readonly flawed?: boolean | undefined;
}

/**
 * Reads an answer so that an allow is a positive proof: everything that is not exactly one is
 * none. Only own properties count, for names like `__proto__` may be in JSON too. A denial
 * needs no proof: an own `allowed: false` denies, whatever else is wrong with the answer.
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

/** Why an answer that is no denial is no proof either; undefined when it is one. */
function flawOf(parsed: object, answer: GuardAnswerText, repeats: boolean): string | undefined {
  if (answer.status !== 200) return `its status is ${answer.status}`;
  if (answer.flawed === true) return "it is not whole, or not UTF-8";
  if (repeats) return "a name occurs twice in it";
  if (ownOf(parsed, "allowed") !== true) return "it does not say allowed: true";
  if (Object.hasOwn(parsed, "client_event_id")) {
    if (!isSameId(ownOf(parsed, "client_event_id"), answer.clientEventId)) {
      return "its client_event_id is not the one that was sent";
    }
  }
  const rewrite = ownOf(parsed, "transformed_input");
  if (rewrite !== undefined && rewrite !== null && typeof rewrite !== "string") {
    return "its transformed_input is no text";
  }
  // The transport has counted the bytes; this is for transports that are not ours.
  if (answer.body.length > MAX_GUARD_ANSWER_BYTES) return "it is too large";
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

/** A byte order mark is no blank to a parser, and the object behind it says what it says. */
const BEGINS_OBJECT = /^\s*\{/;

/** Of two `allowed` the parser shows the last; the other one may be the denial. */
function deniesSomewhere(body: string): boolean {
  try {
    return membersOf(body).some(({ name, text }) => name === "allowed" && text === "false");
  } catch {
    // A name that no parser reads, in what is no JSON.
    return false;
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** UUIDs are written in either case (RFC 9562, section 4); nothing else is. */
function isSameId(theirs: unknown, ours: string): boolean {
  if (theirs === ours) return true;
  if (typeof theirs !== "string" || !UUID.test(ours)) return false;
  return theirs.toLowerCase() === ours.toLowerCase();
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function unproven(why: string): Reading {
  return { kind: "unproven", why };
}
