import type { Clock } from "../../types.ts";
import type { EventSender, FinalizeResult } from "../delivery.ts";

/**
 * Finalizes under way at once, of the lanes that events have: ingest is left its own, however long
 * finalize takes to say nothing.
 */
const MAX_UNDER_WAY = 48;

/** With every one of those taken, a silence of so long is an outage that has not failed yet, in milliseconds. */
const STALLED_AFTER_MS = 2_000;

/** Failures in a row, over all events, that make an outage, as with ingest. */
const DOWN_AFTER_FAILURES = 10;

/** What {@link FinalizeLanes} works with. */
export interface FinalizeLanesParts {
  readonly sender: EventSender;
  readonly clock: Clock;
  /** Finalize has ceased to work for all events, or works again. */
  readonly onDown: (isDown: boolean) => void;
}

/** Sends finalizes, and knows from their results whether that is of any use. */
export class FinalizeLanes {
  readonly #parts: FinalizeLanesParts;
  #underWay = 0;
  /** In a row. */
  #failures = 0;
  #isDown = false;
  /** When the last lane was taken, monotonic milliseconds. The clock is not read for fewer. */
  #fullSince = 0;

  constructor(parts: FinalizeLanesParts) {
    this.#parts = parts;
  }

  /** Whether one may be sent now, or is of no use anyway: either way it holds nobody up. */
  get isOpen(): boolean {
    return this.#underWay < MAX_UNDER_WAY || this.isDown;
  }

  /** Whether it is of no use to send one. */
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
    // What was stopped says nothing of the service.
    if (!signal.aborted) this.#hear(result);
    return result;
  }

  get #isStalled(): boolean {
    if (this.#underWay < MAX_UNDER_WAY) return false;
    return this.#parts.clock.monotonic() - this.#fullSince >= STALLED_AFTER_MS;
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
