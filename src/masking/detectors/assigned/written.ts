import type { Grade } from "./name.ts";

/** How a value was written, which decides how much may count as a literal. */
export interface Written {
  readonly grade: Grade;
  /** In quotes, so text and not an expression. */
  readonly isQuoted: boolean;
  /** In an environment file, a shell option, an XML tag or a sentence: also text. */
  readonly isText: boolean;
}
