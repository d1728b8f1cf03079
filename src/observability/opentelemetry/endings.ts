import type { ObservedEnd, ObservedError } from "../observer.ts";
import { OTHER } from "./bounded-names.ts";

/**
 * `error.type` of a call, undefined for one that did not fail. A denial is the guard at work, and
 * a call that its caller gave up is no error either; a masker that broke is one, although it ends
 * in a denial. That the provider has failed or no decision could be had always is.
 */
export function failureOf({ outcome, error }: ObservedEnd): string | undefined {
  if (outcome === "error" || outcome === "unavailable") return errorType(error);
  return outcome === "denied" && error?.code === "masking_failed" ? error.code : undefined;
}

/** The HTTP status as HTTP spans have it, else the code, else the class: what tells most in few words. */
function errorType({ status, code, name }: ObservedError = {}): string {
  if (status !== undefined) return String(status);
  return typeof code === "string" ? code : (name ?? OTHER);
}

/** Whether the provider was called: a call that was stopped before, late as it may be, leaves no event. */
export function reachedProvider({ outcome, guardMs }: ObservedEnd): boolean {
  return guardMs !== undefined && outcome !== "denied" && outcome !== "unavailable";
}
