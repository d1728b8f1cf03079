import { ConfigurationError, closedError } from "../../errors.ts";
import type { OpenStream } from "../active-calls.ts";
import type { Cancellation } from "../cancellation.ts";
import type { Gate } from "../gate.ts";
import type { Approval } from "../guard/approval.ts";
import { reportFailure } from "../report/report-failure.ts";
import { runInLifecycle } from "../run-in-lifecycle.ts";

/** An approved streaming call. */
export interface Opening<Chunk> {
  readonly approval: Approval;
  /** Its signal is the one passed to `invoke`. */
  readonly cancellation: Cancellation;
  readonly invoke: () => Promise<AsyncIterable<Chunk>>;
}

/**
 * Calls the provider and returns the iterator of its stream. If the call fails or is cancelled
 * before the provider has answered, it is reported here.
 *
 * @throws the provider's own error unchanged; the signal's reason; GuardedModelError
 * `client_closed` if the client closes before there is an answer; ConfigurationError if the answer
 * is not a stream.
 */
export async function openSource<Chunk>(
  gate: Gate,
  opening: Opening<Chunk>,
): Promise<AsyncIterator<Chunk>> {
  const { approval, cancellation, invoke } = opening;
  const { record } = approval;
  const { active } = gate.services;
  const unanswered = new UnansweredStream(cancellation);
  active.watch(unanswered);
  const work = runInLifecycle(gate, { approval, signal: cancellation.signal }, invoke);
  try {
    return iteratorOf(await cancellation.race(work));
  } catch (error) {
    const cancelled = cancellation.aborted;
    cancellation.dispose();
    work.then(closeUnread, ignore);
    await reportFailure(gate, record, { error, cancelled });
    throw error;
  } finally {
    active.unwatch(unanswered);
  }
}

/** A stream whose provider has not answered. It does not count as idle, but a close ends it. */
class UnansweredStream implements OpenStream {
  readonly #cancellation: Cancellation;
  readonly waiting = true;
  readonly activity = 0;

  constructor(cancellation: Cancellation) {
    this.#cancellation = cancellation;
  }

  abandon(): void {
    this.#cancellation.abort(closedError());
  }
}

function iteratorOf<Chunk>(iterable: AsyncIterable<Chunk>): AsyncIterator<Chunk> {
  if (typeof iterable?.[Symbol.asyncIterator] !== "function") {
    throw new ConfigurationError(
      "What stream() reads must be an async iterable: execute, or the provider's open, gave something else. Use call() for answers in one piece.",
    );
  }
  return iterable[Symbol.asyncIterator]();
}

/** Closes a stream that arrived after its call was cancelled. */
async function closeUnread(iterable: AsyncIterable<unknown>): Promise<void> {
  try {
    await iterable?.[Symbol.asyncIterator]?.().return?.();
  } catch {
    // There is nobody left to tell.
  }
}

function ignore(): void {}
