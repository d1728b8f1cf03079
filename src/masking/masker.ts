import type { AnyVault } from "./vault.ts";

/**
 * What a masker detects. Reported to the service with every event (specification, "Ingest request",
 * `client_capabilities`).
 */
export interface MaskerCapabilities {
  /** Personal data; reported as `pii_masking_enabled`. */
  readonly pii: boolean;
  /** Keys, tokens and passwords; reported as `secret_masking_enabled`. */
  readonly secrets: boolean;
}

/** One masked value. Offsets are UTF-16 code units of the original text. */
export interface MaskedSpan {
  /** Start offset in the original text. */
  readonly start: number;
  /** End offset, exclusive. */
  readonly end: number;
  /** Type of the value, for example `EMAIL`. */
  readonly type: string;
  /** The placeholder that replaces it, for example `[EMAIL_1]`. */
  readonly placeholder: string;
}

/** A masked text and the spans that were replaced. */
export interface MaskedText {
  /** The masked text. Everything outside of the spans is unchanged. */
  readonly text: string;
  /** In order, without overlaps. */
  readonly spans: readonly MaskedSpan[];
}

/** Masks the texts of one lifecycle, with one shared vault. */
export interface MaskingSession {
  /** The originals of all placeholders so far. */
  readonly vault: AnyVault;
  /**
   * Masks one text. A value gets the same placeholder in every text of the session. Placeholders
   * that are already in the text stay unchanged.
   */
  mask(text: string): MaskedText | Promise<MaskedText>;
  /**
   * Prevents placeholder-like words of a text from being used as placeholders, unless they are in
   * use already. Call it before the first `mask`, for every text of the conversation that is not from
   * the model; for texts behind an answer, right before their own `mask`.
   */
  reserve(text: string): void;
}

/** Masks text: the local masker or any other, including a remote service. */
export interface Masker {
  /** What it detects. Read once, when a client is constructed. */
  readonly capabilities: MaskerCapabilities;
  /** Opens a session for one lifecycle. Sessions share nothing. */
  open(): MaskingSession;
}
