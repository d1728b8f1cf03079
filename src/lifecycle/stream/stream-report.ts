import type { Answer, AnswerCollector } from "../../providers/provider.ts";
import { WireCollector } from "../../providers/stream/wire-collector.ts";
import type { Gate } from "../gate.ts";
import type { LifecycleRecord } from "../lifecycle.ts";
import { type Ending, report } from "../report/report.ts";
import { soundAnswer } from "../report/sound-answer.ts";

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
  #ended = false;
  #unreadable: boolean;

  constructor(parts: StreamReportParts<Chunk>) {
    this.#parts = parts;
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

  /** Whether the answer is complete: an app that stops reading then has cancelled nothing. */
  get complete(): boolean {
    return this.#answer().finishReason !== undefined;
  }

  /**
   * Whether the format's end marker has arrived; undefined for formats without one and for
   * unreadable content.
   */
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
      this.#parts.collector?.push(chunk);
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
  end(ending: Pick<Ending, "outcome" | "error">): Promise<void> | undefined {
    if (this.#ended) return undefined;
    this.#ended = true;
    const { gate, record, collector, onEnd } = this.#parts;
    const answer = this.#answer();
    const streamed = !(collector instanceof WireCollector) || collector.streaming;
    const withheld = this.#unreadable ? "answer_unreadable" : undefined;
    const outcome = outcomeOf(ending, answer);
    const whole: Ending = { ...ending, outcome, answer, withheld, streamed };
    const submission = report(gate, record, whole);
    onEnd?.(whole);
    return submission?.stored;
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

/**
 * An app that stops reading at a failure has cancelled nothing, and a truncated stream is not
 * complete.
 */
function outcomeOf({ outcome }: Pick<Ending, "outcome">, answer: Answer): Ending["outcome"] {
  const cutOff = answer.unfinished === true && outcome === "complete";
  return answer.failed || cutOff ? "error" : outcome;
}
