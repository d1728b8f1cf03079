import type { AnswerCollector, AnyCodec, ProviderCodec } from "../../providers/provider.ts";
import type { BodyRestorer } from "../../providers/restore/restorer.ts";

/** How one stream gets its originals back, and what is told of it. */
export interface RestoredStream<Chunk> {
  /** The provider's iterator with originals in its chunks. To be called once. */
  over(source: AsyncIterator<Chunk, unknown, unknown>): AsyncIterator<Chunk, unknown, unknown>;
  /** For the report: takes restored chunks, answers with the placeholders that came. */
  readonly collector: AnswerCollector<Chunk>;
  /** The text with originals, for the app alone. */
  shownOutput(): string;
}

/** What of a codec concerns its streams. */
export type StreamCodec<Chunk> = Pick<
  ProviderCodec<never, never, Chunk>,
  "collectAnswer" | "streamTexts" | "readText"
>;

/**
 * The way back from placeholders to originals, for one lifecycle whose prompt was masked and
 * whose app asked for them. Nobody but the app sees what comes out of it.
 */
export interface Restoration {
  /** An answer with originals; the very answer where there are none in it. */
  answer<Answer>(codec: { readonly answerIn?: string | undefined }, answer: Answer): Answer;
  /** Undefined for a format whose streams cannot be restored: they keep their placeholders. */
  stream<Chunk>(codec: StreamCodec<Chunk>): RestoredStream<Chunk> | undefined;
  /** Undefined for bodies without text. */
  body(codec: AnyCodec, contentType: string | null): BodyRestorer | undefined;
}
