import type { ActiveCalls, OpenStream } from "../active-calls.ts";
import type { StreamReport } from "./stream-report.ts";

/** What {@link UnreadStream} needs. */
export interface UnreadParts {
  /** Its signal is that of the stream's request. */
  readonly controller: AbortController;
  readonly report: StreamReport<unknown>;
  readonly active: ActiveCalls;
}

const collected = new FinalizationRegistry<UnreadStream>((unread) => unread.abandon());

/**
 * A stream that was returned and not read yet: it ends as cancelled when its signal aborts, the
 * client closes, or it is garbage-collected. Holds no reference to `stream`.
 */
export class UnreadStream implements OpenStream {
  readonly #parts: UnreadParts;
  readonly waiting = false;
  readonly activity = 0;

  constructor(stream: object, parts: UnreadParts) {
    this.#parts = parts;
    if (parts.report.ended) return;
    parts.active.watch(this);
    parts.controller.signal.addEventListener("abort", this.#onAbort, { once: true });
    if (parts.controller.signal.aborted) this.#onAbort();
    collected.register(stream, this, this);
  }

  /** Reading has started, and the reader is responsible for its end. */
  release(): void {
    this.#parts.active.unwatch(this);
    this.#parts.controller.signal.removeEventListener("abort", this.#onAbort);
    collected.unregister(this);
  }

  abandon(): void {
    this.release();
    this.#parts.report.giveUp();
    this.#parts.controller.abort();
  }

  readonly #onAbort = (): void => {
    this.release();
    this.#parts.report.end({ outcome: "cancelled" });
  };
}
