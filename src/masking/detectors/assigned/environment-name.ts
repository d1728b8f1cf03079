import { codeAt } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import type { Stretch } from "../../text/stretch.ts";

/** An environment variable; nothing in a sentence is written like this. */
export const ENVIRONMENT_NAME = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;

/** Whether a name is one. Most names begin with a small letter, and need no slice of the text. */
export function isEnvironmentName(text: ScannedText, { start, end }: Stretch): boolean {
  const first = codeAt(text, start);
  return first >= 65 && first <= 90 && ENVIRONMENT_NAME.test(text.slice(start, end));
}
