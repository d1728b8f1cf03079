import type { AnswerCollector, ProviderCodec } from "../../providers/provider.ts";
import { SignedPieces } from "../../providers/signed-pieces.ts";
import { findSigned, type OnSigned } from "../../providers/signed-texts.ts";

/** What of a codec reads answers. */
export type AnswerCodec = Pick<
  ProviderCodec<never, never, never>,
  "collectAnswer" | "answerIn" | "signsTexts"
> & {
  readAnswer?(response: never): unknown;
};

/**
 * A codec that tells of every signed text in the answers it reads, whole or in chunks, and is
 * `codec` in everything else: the very one for formats that sign none, those of an app's own
 * among them, and where there is nobody to tell. For answers as their provider sent them.
 */
export function hearingCodec<Codec extends AnswerCodec>(
  codec: Codec,
  onSigned: OnSigned | undefined,
): Codec {
  if (onSigned === undefined || codec.signsTexts !== true) return codec;
  const { answerIn } = codec;
  const hearing: AnswerCodec = {
    readAnswer(response: never) {
      try {
        findSigned(answerIn ? response[answerIn] : response, onSigned);
      } catch {
        // What cannot be looked at is not remembered, and costs nobody an answer.
      }
      return codec.readAnswer?.(response);
    },
    collectAnswer: () => new HearingCollector(codec.collectAnswer(), new SignedPieces(onSigned)),
  };
  return Object.assign(Object.create(codec), hearing) as Codec;
}

class HearingCollector<Chunk> implements AnswerCollector<Chunk> {
  readonly #inner: AnswerCollector<Chunk>;
  readonly #pieces: SignedPieces;

  constructor(inner: AnswerCollector<Chunk>, pieces: SignedPieces) {
    this.#inner = inner;
    this.#pieces = pieces;
  }

  push(chunk: Chunk): void {
    try {
      this.#pieces.push(chunk);
    } catch {
      // As above: the chunk counts for nothing here.
    }
    this.#inner.push(chunk);
  }

  answer(): ReturnType<AnswerCollector<Chunk>["answer"]> {
    return this.#inner.answer();
  }

  get over(): boolean | undefined {
    return this.#inner.over;
  }
}
