import type { Vault } from "./vault.ts";

/** What a masker looks for. The data plane is told exactly this about every call. */
export interface MaskerCapabilities {
  readonly pii: boolean;
  readonly secrets: boolean;
}

/** One masked stretch. Offsets are UTF-16 code units of the original text, `end` exclusive. */
export interface MaskedSpan {
  readonly start: number;
  readonly end: number;
  readonly type: string;
  readonly placeholder: string;
}

/** A text with placeholders, and where they are. */
export interface MaskedText {
  readonly text: string;
  /** In order, without overlaps. */
  readonly spans: readonly MaskedSpan[];
}

/** The masking of one lifecycle: everything masked in it shares one vault. */
export interface MaskingSession {
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
  readonly capabilities: MaskerCapabilities;
  /** A session for one lifecycle. Sessions share nothing. */
  open(): MaskingSession;
}
