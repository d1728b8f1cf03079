import { atOnce } from "../../base/at-once.ts";
import { GuardedModelError } from "../../errors.ts";
import type { Answer, AnswerCollector } from "../../providers/provider.ts";
import { WireCollector } from "../../providers/stream/wire-collector.ts";
import type { Gate } from "../gate.ts";
import type { LifecycleRecord } from "../lifecycle.ts";
import { attachLifecycle } from "../lifecycle-of.ts";
import { type Ending, report } from "../report/report.ts";
import { soundAnswer } from "../report/sound-answer.ts";

/** How a stream ends for its reader: `stopped` if the app has stopped reading. */
export interface StreamEnd {
  readonly outcome: "complete" | "error" | "cancelled" | "stopped";
  /** Present if the stream failed, even with `undefined`. */
  readonly error?: unknown;
}

/** What {@link StreamReport} needs. */
export interface StreamReportParts<Chunk> {
  readonly gate: Gate;
  readonly record: LifecycleRecord;
  /** Undefined if the codec cannot create one: the content is withheld then. */
  readonly collector: AnswerCollector<Chunk> | undefined;
  /** Called once, at the end. */
  readonly onEnd?: ((ending: Ending) => void) | undefined;
}

/**
 * Collects what the event of a stream needs, and reports once, at whichever end comes first. Driven
 * by the code that reads the stream; it neither reads nor cancels anything itself.
 */
export class StreamReport<Chunk> {
  readonly #parts: StreamReportParts<Chunk>;
  #activity = 0;
  #ended: boolean;
  #failure: Error | undefined = undefined;
  #unreadable: boolean;

  constructor(parts: StreamReportParts<Chunk>) {
    this.#parts = parts;
    // Reported when the client closed, before there was an answer, which is only passed on now.
    this.#ended = parts.record.ended;
    this.#unreadable = parts.collector === undefined;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Whether the chunks are bytes of server-sent events. */
  get hasEvents(): boolean {
    const { collector } = this.#parts;
    return collector instanceof WireCollector && collector.hasEvents;
  }

  /** Number of chunks so far. */
  get activity(): number {
    return this.#activity;
  }

  /** See {@link AnswerCollector.over}; undefined for unreadable content too. */
  get over(): boolean | undefined {
    if (this.#unreadable) return undefined;
    try {
      return this.#parts.collector?.over;
    } catch {
      this.#unreadable = true;
      return undefined;
    }
  }

  /** A collector that throws costs the event its content, but never the app a chunk. */
  collect(chunk: Chunk): void {
    this.#activity += 1;
    if (this.#activity === 1) this.markFirst();
    if (this.#unreadable) return;
    try {
      atOnce<unknown>(this.#parts.collector?.push(chunk));
    } catch {
      this.#unreadable = true;
    }
  }

  /** Records the first sign of an answer, for callers that see it before a readable chunk. */
  markFirst(): void {
    const { gate, record } = this.#parts;
    if (record.firstAnswerAt === 0) record.firstAnswerAt = gate.services.clock.monotonic();
  }

  /** The content cannot be read in this format. */
  markUnreadable(): void {
    this.#unreadable = true;
  }

  /** Ends the stream. Returns what to await before the app sees the end; undefined if nothing. */
  end(end: StreamEnd): Promise<void> | undefined {
    if (this.#ended) return undefined;
    this.#ended = true;
    const { gate, record, collector, onEnd } = this.#parts;
    const answer = this.#answer();
    const streamed = !(collector instanceof WireCollector) || collector.streaming;
    const withheld = this.#unreadable ? "answer_unreadable" : undefined;
    const outcome = outcomeOf(end.outcome, answer);
    const ending: Ending = { answer, withheld, streamed, ...end, outcome };
    const submission = report(gate, record, ending);
    onEnd?.(ending);
    return submission?.stored;
  }

  /**
   * Ends a stream that this library gives up. A part of an answer must not look like the whole, so
   * its reader has to get {@link takeFailure}.
   */
  giveUp(outcome: "cancelled" | "stopped" = "cancelled"): Promise<void> | undefined {
    if (this.#ended) return undefined;
    const { gate, record } = this.#parts;
    this.#failure = reasonToGiveUp(gate, record);
    attachLifecycle(this.#failure, record.view);
    return this.end({ outcome });
  }

  /** Why it was given up, for one read. */
  takeFailure(): Error | undefined {
    const failure = this.#failure;
    this.#failure = undefined;
    return failure;
  }

  #answer(): Answer {
    const { collector } = this.#parts;
    if (this.#unreadable || collector === undefined) return { output: "" };
    try {
      return soundAnswer(collector.answer());
    } catch {
      this.#unreadable = true;
      return { output: "" };
    }
  }
}

function reasonToGiveUp({ services }: Gate, { clientEventId }: LifecycleRecord): Error {
  try {
    services.active.assertRunning();
  } catch {
    const message =
      "The client closed before this stream ended, so it is only a part of the answer. Read streams to their end before close, or give close a longer deadlineMs.";
    return new GuardedModelError("client_closed", message, { clientEventId });
  }
  return new DOMException(
    "The stream was given up before its end: nobody read it for minutes, or the process was ending. Read it to its end, or cancel it.",
    "AbortError",
  );
}

/**
 * An app that stops reading after the finish reason, or at a failure, has cancelled nothing. A
 * stream that ends by itself without its end marker was cut off.
 */
function outcomeOf(
  outcome: StreamEnd["outcome"],
  { failed, unfinished, finishReason }: Answer,
): Ending["outcome"] {
  if (failed) return "error";
  if (outcome === "stopped") return finishReason === undefined ? "cancelled" : "complete";
  return outcome === "complete" && unfinished ? "error" : outcome;
}
