import type { Vault } from "./vault.ts";

/**
 * What a masker looks for. The data plane is told exactly this about every call (specification,
 * "Ingest request", `client_capabilities`).
 */
export interface MaskerCapabilities {
  /** Personal data: `pii_masking_enabled`. */
  readonly pii: boolean;
  /** Keys, tokens, passwords: `secret_masking_enabled`. */
  readonly secrets: boolean;
}

/** One masked stretch. Offsets are UTF-16 code units of the original text, `end` exclusive. */
export interface MaskedSpan {
  /** Of the original text, whatever normalising did to it. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** For instance `EMAIL`. */
  readonly type: string;
  /** What stands in its place, for instance `[EMAIL_1]`. */
  readonly placeholder: string;
}

/** A text with placeholders, and where they are. */
export interface MaskedText {
  /** Everything outside of the spans exactly as it came. */
  readonly text: string;
  /** In order, without overlaps. */
  readonly spans: readonly MaskedSpan[];
}

/** The masking of one lifecycle: everything masked in it shares one vault. */
export interface MaskingSession {
  /** What leads from placeholders back; it grows with every text. */
  readonly vault: Vault;
  /**
   * Masks one text. The same value gets the same placeholder in every text of the session.
   * Placeholders that are in the text already stay as they are.
   */
  mask(text: string): MaskedText | Promise<MaskedText>;
  /**
   * Keeps placeholder-like words of a text that came from elsewhere from being given to values.
   * Call it, before the first `mask`, for whatever this conversation did not get from its model.
   */
  reserve(text: string): void;
}

/** Masks text: the local masker, or any other, a remote service included. */
export interface Masker {
  /** Read once, when a client is constructed. */
  readonly capabilities: MaskerCapabilities;
  /** A session for one lifecycle. Sessions share nothing. */
  open(): MaskingSession;
}
