import { CONTEXTUAL, type Emit } from "../../../scan/detector.ts";
import { codeAt } from "../../../text/chars.ts";
import type { ScannedText } from "../../../text/scanned-text.ts";
import type { Assignment } from "../assignment.ts";
import { isMember as isMemberOf, VARIABLE } from "../name/program-names.ts";
import type { Named } from "../value/whole-value.ts";
import { mayBePassword, PasswordColumn } from "./password-column.ts";

/** Operators of members and settings, not of sentences. */
const OPERATOR = /^[ \t]{0,4}(?:[:=]|=>)[ \t]{0,4}$/;
/** What may follow a value that is a word: the end of its line, literal or member. */
const FOLLOWS = "\r\n,;&}\"'<\\";

/**
 * Notes the value of a password, and reports those of the text that are written in the same way once
 * they have proved to be passwords, as those of records are: `"password": "sunshine"`.
 */
export function noteMember(
  text: ScannedText,
  { name, assignment }: Named,
  { isReported, emit }: { readonly isReported: boolean; readonly emit: Emit },
): void {
  const { start, end, isQuoted, isElement, behind } = assignment;
  if (!isMember(text, assignment)) return;
  const given = text.slice(name.start, name.end);
  const writing = `members ${given}${isElement ? "<" : behind.symbol}${isQuoted}`;
  const column = text.note(writing, () => new PasswordColumn());
  if (isReported) column.prove();
  else if (isQuoted || !isOfCode(text.slice(start, end))) {
    if (mayBePassword(text.slice(start, end))) column.doubt({ start, end });
  }
  for (const one of column.takeDoubtful()) emit(one.start, one.end, CONTEXTUAL);
}

/** What programs call the objects that hold settings and arguments. */
const ROOT =
  /^(?:self|this|args?|opts|options|config|cfg|conf|settings|env|os|process|req|request|ctx|context|module|params|props|state)\./;

/** `self.password`, `os.environ[`, `params[`: read from another place, and no word. */
function isOfCode(value: string): boolean {
  if (value.endsWith("[")) return isMemberOf(`_.${value.slice(0, -1)}`);
  return isMemberOf(value) && (ROOT.test(value) || VARIABLE.test(value));
}

function isMember(text: ScannedText, assignment: Assignment): boolean {
  const { end, behind, isQuoted, isElement, isLong, isHeader, isLabelled } = assignment;
  if (isLong || isHeader || isLabelled) return false;
  if (isElement) return true;
  if (behind.symbol === undefined || !OPERATOR.test(behind.symbol)) return false;
  return isQuoted || codeAt(text, end) === 0 || FOLLOWS.includes(text.view.charAt(end));
}
