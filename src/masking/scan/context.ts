/** The text around a span, at most `CONTEXT_REACH` code units on each side. */
export interface Surroundings {
  /**
   * Before the span, in lowercase. Each placeholder and each span already found is a single
   * `\u007f`.
   */
  readonly before: string;
  /** After the span, likewise. */
  readonly after: string;
  /** True if there is only whitespace around it: the value is the whole message. */
  readonly alone: boolean;
}

/** Decides from the surroundings whether a span counts. */
export type ContextRule = (surroundings: Surroundings) => boolean;

/** Code units of context on each side. About one sentence. */
export const CONTEXT_REACH = 64;

/** Replaces what is already masked, so that a second masking sees the same text as the first. */
export const OPAQUE = "\u007f";
