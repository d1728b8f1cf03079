import type { ObservedEnd, ObservedError } from "../observer.ts";
import { OTHER } from "./bounded-names.ts";

/**
 * The `error.type` of a call; undefined if it did not fail. A denial is the guard at work, and a
 * cancelled call is no error either; but a failing masker is one, although it ends in a denial. A
 * failed provider or a missing decision always is.
 */
export function failureOf({ outcome, error }: ObservedEnd): string | undefined {
  if (outcome === "error" || outcome === "unavailable") return errorType(error);
  return outcome === "denied" && error?.code === "masking_failed" ? error.code : undefined;
}

/** The HTTP status as in HTTP spans, else the code, else the class. */
function errorType({ status, code, name }: ObservedError = {}): string {
  if (status !== undefined) return String(status);
  return typeof code === "string" ? code : (name ?? OTHER);
}

/** Whether the provider was called: a call that was stopped before leaves no event. */
export function reachedProvider({ providerMs }: ObservedEnd): boolean {
  return providerMs !== undefined;
}
