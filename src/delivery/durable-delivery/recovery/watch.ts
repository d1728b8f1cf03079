import type { Clock } from "../../../types.ts";
import { SILENCE_MS } from "../files/owner-card.ts";

/**
 * After this long without a look, in milliseconds, the others may have been frozen together with
 * this process (all containers of a machine, say), and be silent for that alone. Long, because a
 * busy process looks late, too.
 */
const GAP_MS = SILENCE_MS / 2;

/** Whether this process has watched the others for long enough to tell by their silence. */
export class Watch {
  readonly #clock: Pick<Clock, "monotonic">;
  #lookedAt = Number.POSITIVE_INFINITY;
  /** A process that has just started has lost no time: others may be silent since long before. */
  #since = Number.NEGATIVE_INFINITY;

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#clock = clock;
  }

  /** Whether a silence that was measured right before this tells that its owner is dead. */
  look(): boolean {
    const now = this.#clock.monotonic();
    if (now - this.#lookedAt >= GAP_MS) this.#since = now;
    this.#lookedAt = now;
    return now - this.#since >= SILENCE_MS;
  }
}
