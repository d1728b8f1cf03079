import type { MaskingSession } from "../../masking/masker.ts";
import type { OnSigned } from "../../providers/signed-texts.ts";
import type { MergedContext } from "../context/context.ts";
import { maskLater } from "./mask.ts";
import { type Concealed, maskedContext } from "./masked-context.ts";
import { type AnswerCodec, observeSignatures } from "./observe-signatures.ts";
import type { Restoration } from "./restoration.ts";

/** The masking of one lifecycle after its approval. Holds nothing of the prompt. */
export class MaskedCall {
  /** Puts originals into its answer, where something was masked and the app asked for that. */
  readonly restoration: Restoration | undefined;
  readonly #session: MaskingSession;
  readonly #concealed: Concealed;
  readonly #deadlineMs: number;
  readonly #onSigned: OnSigned | undefined;

  constructor(parts: {
    readonly session: MaskingSession;
    /** What the masker made of the metadata. */
    readonly concealed: Concealed;
    /** For a text that is said later, in milliseconds. */
    readonly deadlineMs: number;
    /** Undefined where nothing that is signed is remembered. */
    readonly onSigned: OnSigned | undefined;
    readonly restoration: Restoration | undefined;
  }) {
    this.restoration = parts.restoration;
    this.#session = parts.session;
    this.#concealed = parts.concealed;
    this.#deadlineMs = parts.deadlineMs;
    this.#onSigned = parts.onSigned;
  }

  /** `codec`, remembering the signed texts of the answers it reads: those that the provider sent, not restored ones. */
  observing<Codec extends AnswerCodec>(codec: Codec): Codec {
    return observeSignatures(codec, this.#onSigned);
  }

  /**
   * A text that is said after the provider was called. Undefined where it cannot be shown: a
   * masker that fails there, or does not answer in time, costs telemetry its content, never the
   * app its answer.
   */
  maskLater(text: string): string | undefined | Promise<string | undefined> {
    return maskLater(this.#session, text, this.#deadlineMs);
  }

  /**
   * The context with placeholders in its metadata for values that were masked, there or
   * elsewhere: the contract wants no original sensitive value in it. User and identity stay, which
   * are what events are looked up by. The very context where there is nothing to hide.
   */
  context(context: MergedContext): MergedContext {
    return maskedContext(context, this.#session, this.#concealed);
  }
}
