import type { Answer, AnswerCollector } from "../../providers/provider.ts";
import { WireCollector } from "../../providers/stream/wire-collector.ts";
import type { Gate } from "../gate.ts";
import type { LifecycleRecord } from "../lifecycle.ts";
import { type Ending, report } from "../report/report.ts";
import { soundAnswer } from "../report/sound-answer.ts";

/** What a stream's report is made from. */
export interface StreamReportParts<Chunk> {
  readonly gate: Gate;
  readonly record: LifecycleRecord;
  /** Undefined when the codec cannot give one: then the content is withheld. */
  readonly collector: AnswerCollector<Chunk> | undefined;
  /** Told once, at the end. */
  readonly onEnd?: ((ending: Ending) => void) | undefined;
}

/**
 * Gathers what telemetry needs of a stream and reports once, whichever of its many ends comes
 * first. Whoever reads the stream drives it; it neither reads nor cancels anything itself.
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

  /** Whether the chunks are server-sent events on the wire. */
  get hasEvents(): boolean {
    const { collector } = this.#parts;
    return collector instanceof WireCollector && collector.hasEvents;
  }

  /** Chunks so far. */
  get activity(): number {
    return this.#activity;
  }

  /** An app that stops reading after the last word has cancelled nothing. */
  get complete(): boolean {
    return this.#answer().finishReason !== undefined;
  }

  /**
   * Whether its own last chunk has arrived; undefined for formats that have none, and for what
   * cannot be read.
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

  /** A collector that throws costs the telemetry its content, never the app a chunk. */
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

  /** The first sign of an answer, for those who see it before a chunk can be read. */
  markFirst(): void {
    const { gate, record } = this.#parts;
    if (record.firstAnswerAt === 0) record.firstAnswerAt = gate.services.clock.monotonic();
  }

  /** What arrived cannot be read as this format. */
  markUnreadable(): void {
    this.#unreadable = true;
  }

  /** Ends it. Gives what to wait for before the app may see the end; undefined for nothing. */
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

/** Whoever hangs up on a failure has cancelled nothing, and what was cut off is not complete. */
function outcomeOf({ outcome }: Pick<Ending, "outcome">, answer: Answer): Ending["outcome"] {
  const cutOff = answer.unfinished === true && outcome === "complete";
  return answer.failed || cutOff ? "error" : outcome;
}
