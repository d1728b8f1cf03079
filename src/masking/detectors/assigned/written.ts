import type { Grade } from "./name.ts";

/** How a value was written, which says how much may be taken for a literal. */
export interface Written {
  readonly grade: Grade;
  /** In quotes, so it is text and not an expression. */
  readonly isQuoted: boolean;
  /** In an environment file, a shell option, an XML tag or a sentence: text as well. */
  readonly isText: boolean;
}
