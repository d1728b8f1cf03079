import type { MaskingSession } from "../../masking/masker.ts";
import type { OnSigned } from "../../providers/signed-texts.ts";
import type { MergedContext } from "../context/context.ts";
import { maskLater } from "./mask.ts";
import { type Concealed, maskedContext } from "./masked-context.ts";
import { type AnswerCodec, observeSignatures } from "./observe-signatures.ts";
import type { Restoration } from "./restoration.ts";

/** The masking of one lifecycle after its approval. Does not reference the prompt. */
export class MaskedCall {
  /**
   * Restores original values in the answer; undefined if nothing was masked or the app did not ask
   * for it.
   */
  readonly restoration: Restoration | undefined;
  readonly #session: MaskingSession;
  readonly #concealed: Concealed;
  readonly #deadlineMs: number;
  readonly #onSigned: OnSigned | undefined;

  constructor(parts: {
    readonly session: MaskingSession;
    /** The masked texts of the metadata. */
    readonly concealed: Concealed;
    /** Time limit for each later text, in milliseconds. */
    readonly deadlineMs: number;
    /** Undefined if signed texts are not remembered. */
    readonly onSigned: OnSigned | undefined;
    readonly restoration: Restoration | undefined;
  }) {
    this.restoration = parts.restoration;
    this.#session = parts.session;
    this.#concealed = parts.concealed;
    this.#deadlineMs = parts.deadlineMs;
    this.#onSigned = parts.onSigned;
  }

  /**
   * `codec`, extended to remember the signed texts of the answers it reads, as the provider sent
   * them.
   */
  observing<Codec extends AnswerCodec>(codec: Codec): Codec {
    return observeSignatures(codec, this.#onSigned);
  }

  /**
   * Masks a text that occurs after the provider was called. Undefined if it cannot be shown: a
   * masker that fails or is too slow at this point costs the event its content, but never the app
   * its answer.
   */
  maskLater(text: string): string | undefined | Promise<string | undefined> {
    return maskLater(this.#session, text, this.#deadlineMs);
  }

  /**
   * The context with masked values replaced in its metadata: the contract allows no original
   * sensitive values there. User id and identity stay, because events are looked up by them.
   * Returns the same object if nothing changes, and undefined if the masker fails.
   */
  context(context: MergedContext): MergedContext | undefined {
    try {
      return maskedContext(context, this.#session, this.#concealed);
    } catch {
      // The session or vault of a custom masker.
      return undefined;
    }
  }
}
