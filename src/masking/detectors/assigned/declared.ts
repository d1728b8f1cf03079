import { isBehind, lookingBack } from "../../pattern/looking-back.ts";
import { codeAt } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import type { Stretch } from "../../text/stretch.ts";

/** A remark, or the beginning of a declaration, and the member behind it. */
const MEMBER = lookingBack(
  /(?:\*\/|\b(?:interface|class) [^{}\n]{1,120}\{)\s{1,60}(?:readonly )?[\w$]{0,60}/,
);
/** Words and sizes, one of which is of types only: `SensitiveString2048`. */
const TYPE =
  /^(?=.*(?:[Ss]tring|Str(?![a-z])|Text|Type|Max|Min|Length|Number|Blob|Value))_{0,2}[A-Za-z][a-z]{1,16}(?:\d{0,5}[A-Z][a-z]{1,16}){1,6}\d{0,5}$/;
const SEMICOLON = 59;

/**
 * Whether a value is the type of a member that begins before `nameStart`, as TypeScript declares it:
 * no setting that ends with a semicolon has a remark of such a form above it.
 */
export function isDeclared(text: ScannedText, nameStart: number, { start, end }: Stretch): boolean {
  return (
    codeAt(text, end) === SEMICOLON &&
    TYPE.test(text.slice(start, end)) &&
    isBehind(text, nameStart, MEMBER)
  );
}
