import { looksRandom } from "../../checks/disorder.ts";
import { CONTEXTUAL, type Emit } from "../../scan/detector.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import { looksPersonal } from "../given/given-value.ts";
import { isLongSecret, isLongWord } from "./long-value.ts";
import type { Grade } from "./name.ts";

/** The rest of a list, `"tokens": ["…", "…"]`, what a value changes to, `"…" -> "…"`, or the rest of a literal that is put together, `"…" + "…"`. */
const NEXT_LITERAL =
  /(["'`])(,|[ \t]->|[ \t]{0,2}\\?[ \t\r\n]{0,24}[+.&]?)[ \t\r\n]{0,24}\1([^"'`\n]{2,4096})(?=\1)/y;
/** The same without quotes, `APP_KEYS=…,…`: no name of another value. */
const NEXT_WORD = /()(,)([\w+/.-]{16,128}={0,2})(?![\w=])/y;
/** A piece of a password that is put together: in no sentence, and no name of the next value. */
const PIECE = /^(?=.*[\d!#$%^*@])[^\s=:&]+$/;
/** Most values of one list. */
const MAX_ITEMS = 100;

/** Where a value ends that a name was given, and how it was. */
interface Given {
  readonly from: number;
  readonly grade: Grade;
  readonly isQuoted: boolean;
}

/** The other values that a name was given with the one that ends at `from`. */
export function reportMore(text: ScannedText, { from, grade, isQuoted }: Given, emit: Emit): void {
  if (grade === "bare") return;
  const next = isQuoted ? NEXT_LITERAL : NEXT_WORD;
  next.lastIndex = from;
  for (let i = 0; i < MAX_ITEMS; i++) {
    const match = next.exec(text.view);
    if (match === null) return;
    const [, , joint = "", value = ""] = match;
    const isPiece = grade === "password" && /[+.&\\]/.test(joint) && PIECE.test(value);
    const isNext = isQuoted && (joint === "," || joint.endsWith("->")) && looksPersonal(value);
    if (!isPiece && !(grade === "password" && isNext) && !isRandom(value, grade)) return;
    const end = match.index + match[0].length;
    emit(end - value.length, end, CONTEXTUAL);
  }
}

function isRandom(value: string, grade: Grade): boolean {
  return isLongWord(value) ? isLongSecret(value, grade) : looksRandom(value);
}
