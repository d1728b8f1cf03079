import type { AnswerCollector, ProviderCodec } from "../../providers/provider.ts";
import { SignedPieces } from "../../providers/signed-pieces.ts";
import { findSigned, type OnSigned } from "../../providers/signed-texts.ts";

/** The part of a codec that reads answers. */
export type AnswerCodec = Pick<
  ProviderCodec<never, never, never>,
  "collectAnswer" | "answerIn" | "signsTexts"
> & {
  readAnswer?(response: never): unknown;
};

/**
 * Wraps `codec` so that `onSigned` is called for every signed text in the answers it reads, whole
 * or in chunks. Returns `codec` itself without `onSigned` and for formats without signatures, which
 * includes custom ones. Pass it answers as the provider sent them.
 */
export function observeSignatures<Codec extends AnswerCodec>(
  codec: Codec,
  onSigned: OnSigned | undefined,
): Codec {
  if (onSigned === undefined || codec.signsTexts !== true) return codec;
  const { answerIn } = codec;
  const observing: AnswerCodec = {
    readAnswer(response: never) {
      try {
        findSigned(answerIn ? response[answerIn] : response, onSigned);
      } catch {
        // An unreadable answer is not remembered, but still returned.
      }
      return codec.readAnswer?.(response);
    },
    collectAnswer: () => new SignatureObserver(codec.collectAnswer(), new SignedPieces(onSigned)),
  };
  return Object.assign(Object.create(codec), observing) as Codec;
}

class SignatureObserver<Chunk> implements AnswerCollector<Chunk> {
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
      // As above, for chunks.
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
