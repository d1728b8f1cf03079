import type { ActiveCalls, OpenStream } from "../active-calls.ts";
import type { StreamReport } from "./stream-report.ts";

/** What a stream leads to while nobody reads it. */
export interface UnreadParts {
  /** Its signal is that of the stream's request. */
  readonly controller: AbortController;
  readonly report: StreamReport<unknown>;
  readonly active: ActiveCalls;
}

const collected = new FinalizationRegistry<UnreadStream>((unread) => unread.abandon());

/**
 * A stream that was handed out and not read yet: it ends as cancelled when its signal aborts, the
 * client closes, or nobody holds it any more. `stream` itself is not referred to.
 */
export class UnreadStream implements OpenStream {
  readonly #parts: UnreadParts;
  readonly waiting = false;
  readonly activity = 0;

  constructor(stream: object, parts: UnreadParts) {
    this.#parts = parts;
    parts.active.watch(this);
    parts.controller.signal.addEventListener("abort", this.#onAbort, { once: true });
    if (parts.controller.signal.aborted) this.#onAbort();
    collected.register(stream, this, this);
  }

  /** Somebody reads it now and answers for its end. */
  release(): void {
    this.#parts.active.unwatch(this);
    this.#parts.controller.signal.removeEventListener("abort", this.#onAbort);
    collected.unregister(this);
  }

  abandon(): void {
    this.release();
    this.#parts.report.end({ outcome: "cancelled" });
    this.#parts.controller.abort();
  }

  readonly #onAbort = (): void => {
    this.release();
    this.#parts.report.end({ outcome: "cancelled" });
  };
}
