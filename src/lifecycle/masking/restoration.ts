import type { AnswerCollector, AnyCodec, ProviderCodec } from "../../providers/provider.ts";
import type { BodyRestorer } from "../../providers/restore/restorer.ts";

/** The restoration of one stream. */
export interface RestoredStream<Chunk> {
  /** The provider's iterator, with restored chunks. Call it once. */
  over(source: AsyncIterator<Chunk, unknown, unknown>): AsyncIterator<Chunk, unknown, unknown>;
  /**
   * For the report: takes restored chunks, but its answer has the placeholders that were received.
   */
  readonly collector: AnswerCollector<Chunk>;
  /** The restored text, for the app only. */
  shownOutput(): string;
}

/** The part of a codec for streams. */
export type StreamCodec<Chunk> = Pick<
  ProviderCodec<never, never, Chunk>,
  "collectAnswer" | "streamTexts" | "readText"
>;

/**
 * Replaces placeholders by the original values, for one lifecycle whose prompt was masked and whose
 * app asked for it. Only the app sees the result.
 */
export interface Restoration {
  /**
   * Call it before the others if the guard rewrote texts of the prompt. A placeholder that it added
   * may stand for a value of its own, and is not restored.
   */
  rewritten(before: readonly string[], after: readonly string[]): void;
  /** The restored answer; the same object if it contains no placeholders. */
  answer<Answer>(codec: { readonly answerIn?: string | undefined }, answer: Answer): Answer;
  /** Undefined for a format whose streams cannot be restored: their placeholders stay. */
  stream<Chunk>(codec: StreamCodec<Chunk>): RestoredStream<Chunk> | undefined;
  /** Undefined for bodies without text. */
  body(codec: AnyCodec, contentType: string | null): BodyRestorer | undefined;
}
