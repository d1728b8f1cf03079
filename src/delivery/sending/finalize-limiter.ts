import type { Clock } from "../../types.ts";
import type { EventSender, FinalizeResult } from "../delivery.ts";

/**
 * Maximum number of concurrent finalizes: the other slots stay free for ingest, however long
 * finalize hangs.
 */
const MAX_UNDER_WAY = 48;

/** With all of those in use, this much silence counts as an outage, in milliseconds. */
const STALLED_AFTER_MS = 2_000;

/** Consecutive failures, over all events, that count as an outage, as with ingest. */
const DOWN_AFTER_FAILURES = 10;

/** What {@link FinalizeLimiter} needs. */
export interface FinalizeLimiterParts {
  readonly sender: EventSender;
  readonly clock: Clock;
  /** Finalize has stopped working for all events, or works again. */
  readonly onDown: (isDown: boolean) => void;
}

/** Sends finalizes, and derives from their results whether sending them makes sense. */
export class FinalizeLimiter {
  readonly #parts: FinalizeLimiterParts;
  #underWay = 0;
  /** Consecutive ones. */
  #failures = 0;
  #isDown = false;
  /** When the last slot was taken, in monotonic milliseconds. Set only if all are in use. */
  #fullSince = 0;

  constructor(parts: FinalizeLimiterParts) {
    this.#parts = parts;
  }

  /** Whether the next one need not wait: there is a free slot, or sending makes no sense anyway. */
  get isOpen(): boolean {
    return this.#underWay < MAX_UNDER_WAY || this.isDown;
  }

  /** With all slots in use and silent: when sending makes no sense any more, monotonic milliseconds. */
  get stallsAt(): number {
    return this.#fullSince + STALLED_AFTER_MS;
  }

  /** Whether sending one makes no sense. */
  get isDown(): boolean {
    return this.#isDown || this.#isStalled;
  }

  /** Sends one. Never rejects. */
  async send(
    request: { readonly clientEventId: string; readonly ingestMs: number },
    signal: AbortSignal,
  ): Promise<FinalizeResult> {
    this.#underWay += 1;
    if (this.#underWay === MAX_UNDER_WAY) this.#fullSince = this.#parts.clock.monotonic();
    let result: FinalizeResult;
    try {
      result = await this.#parts.sender.finalize(request, signal);
    } catch (error) {
      // Senders do not reject.
      result = { kind: "failed", error: error instanceof Error ? error : new Error("no error") };
    }
    this.#underWay -= 1;
    // An aborted request says nothing about the service.
    if (!signal.aborted) this.#hear(result);
    return result;
  }

  get #isStalled(): boolean {
    return this.#underWay >= MAX_UNDER_WAY && this.#parts.clock.monotonic() >= this.stallsAt;
  }

  #hear(result: FinalizeResult): void {
    if (result.kind !== "failed") {
      this.#failures = 0;
      this.#change(false);
    } else {
      this.#failures += 1;
      if (this.#failures >= DOWN_AFTER_FAILURES) this.#change(true);
    }
  }

  #change(isDown: boolean): void {
    if (isDown === this.#isDown) return;
    this.#isDown = isDown;
    this.#parts.onDown(isDown);
  }
}
