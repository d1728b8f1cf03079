import { looksRandom } from "../../../checks/disorder.ts";
import { CONTEXTUAL, type Emit } from "../../../scan/detector.ts";
import type { ScannedText } from "../../../text/scanned-text.ts";
import { looksPersonal } from "../../given/given-value.ts";
import type { Grade } from "../name/name.ts";
import { isLongSecret, isLongWord } from "./long-value.ts";
import { isSecretValue } from "./value.ts";

/**
 * The rest of a list, `"tokens": ["…", "…"]`, a changed value, `"…" -> "…"`, or the rest of a
 * concatenated literal, `"…" + "…"`.
 */
const NEXT_LITERAL =
  /(\\{0,7}["'`])(,|[ \t]->|[ \t]{0,2}\\?[ \t\r\n]{0,24}[+.&]?)(?:[ \t\r\n]|\\{1,4}[nrt]){0,24}\1([^"'`\n]{2,4096})(?=\1)/y;
/** The same without quotes, `APP_KEYS=…,…`, `keys: […, …]`; not the name of another value. */
const NEXT_WORD = /()(, ?)([\w+/.-]{16,128}={0,2})(?![\w=])/y;
/** A piece of a concatenated password; not a sentence and not the name of the next value. */
const PIECE = /^(?=.*[\d!#$%^*@])[^\s=:&]+$/;
/** Most values that are read per list. */
const MAX_ITEMS = 100;

/** Where the value of a name ends, and how it was assigned. */
interface Given {
  readonly from: number;
  readonly grade: Grade;
  readonly isQuoted: boolean;
}

/** Reports further values of the name whose first value ends at `from`. */
export function reportMore(text: ScannedText, { from, grade, isQuoted }: Given, emit: Emit): void {
  if (grade === "bare") return;
  const next = isQuoted ? NEXT_LITERAL : NEXT_WORD;
  const ends = endsOf(text, `${grade} ${isQuoted}`);
  if (ends.has(from)) return;
  next.lastIndex = from;
  for (let i = 0; i < MAX_ITEMS; i++) {
    const match = next.exec(text.view);
    if (match === null) return;
    const [, , joint = "", value = ""] = match;
    const isPiece = grade === "password" && /[+.&\\]/.test(joint) && PIECE.test(value);
    const isNext = isQuoted && (isChange(joint, value) || (joint === "," && looksPersonal(value)));
    if (!isPiece && !(grade === "password" && isNext) && !isRandom(value, grade)) return;
    const end = match.index + match[0].length;
    emit(end - value.length, end, CONTEXTUAL);
    // Behind the last one, the list may go on.
    if (i < MAX_ITEMS - 1) ends.add(end);
  }
}

/** What a password is changed to can only be another one. */
function isChange(joint: string, value: string): boolean {
  return (
    joint.endsWith("->") &&
    isSecretValue(value, { grade: "password", isQuoted: true, isText: true })
  );
}

/**
 * Where the values of such lists end of which the rest was read: it is not read again for each name
 * in one of them.
 */
function endsOf(text: ScannedText, kind: string): Set<number> {
  return text.note(`list ${kind}`, () => new Set<number>());
}

function isRandom(value: string, grade: Grade): boolean {
  return isLongWord(value) ? isLongSecret(value, grade) : looksRandom(value);
}
