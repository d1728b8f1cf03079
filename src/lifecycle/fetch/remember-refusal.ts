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
  freeFrames(error);
  refusals.set(clientEventId, error);
}

/** Deeper than causes are nested; errors may be their own cause. */
const MAX_CAUSES = 10;

/**
 * Until its stack is first read, an error holds the objects whose methods were running: here those
 * that asked the guard, with the whole prompt.
 */
function freeFrames(error: unknown): void {
  let next = error;
  try {
    for (let depth = 0; next instanceof Error && depth < MAX_CAUSES; depth += 1) {
      void next.stack;
      next = next.cause;
    }
  } catch {
    // An error from elsewhere, whose getters throw.
  }
}
