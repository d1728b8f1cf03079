/** The words around a span, each side at most `CONTEXT_REACH` long. */
export interface Surroundings {
  /** Before the span, in lower case. Spans already found and placeholders are a single `\u007f`. */
  readonly before: string;
  /** After the span, likewise. */
  readonly after: string;
  /** Nothing but space around it: the value is the whole message. */
  readonly alone: boolean;
}

/** Decides from the surroundings whether a span counts. */
export type ContextRule = (surroundings: Surroundings) => boolean;

/** Code units of context on each side. A sentence's worth. */
export const CONTEXT_REACH = 64;

/** Stands for whatever is masked already, so that a second masking sees what the first one saw. */
export const OPAQUE = "\u007f";
