import type { GuardedModelError } from "../../errors.ts";
import { refusals } from "../../guard-error-of.ts";

const MAX_REMEMBERED_REFUSALS = 1_000;

/**
 * Remembers the error behind a refusal that is returned as an HTTP response. Bounded: the oldest is
 * forgotten first.
 */
export function rememberRefusal(clientEventId: string, error: GuardedModelError): void {
  if (refusals.size >= MAX_REMEMBERED_REFUSALS) {
    const [oldest = ""] = refusals.keys();
    refusals.delete(oldest);
  }
  refusals.set(clientEventId, error);
}
