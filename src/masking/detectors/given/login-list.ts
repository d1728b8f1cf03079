import { isAt, matchAt } from "../../pattern/sticky.ts";
import { CONTEXTUAL, type Detector, type Emit, type Hit } from "../../scan/detector.ts";
import { isAlnumAt } from "../../text/chars.ts";
import { BREAK, LINE_START } from "../../text/lines.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import { looksChosen, looksTyped } from "../assigned/value/chosen.ts";
import { isNoPassword } from "./no-password.ts";

/** The rest of an address, the separator, and the password up to the end of its line. */
const REST = new RegExp(
  String.raw`[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{2,63}){1,4}([:|;,]| [/–-] | )([^\s"'\`<>|;,/\\{}()[\]\u007f]{8,64})(?:[ \t]{0,2}(?=${BREAK}|$)|(?<= \/ \S{8,64})(?=[.,] ))`,
  "y",
);
/** Punctuation that passwords have and names of files, branches and articles do not. */
const SIGN = /[!#%^*$&?=]|^[A-Za-z]@[a-z\d]/;
/**
 * Names of files end with an extension, those of customers and orders with a number; options begin
 * with their name.
 */
const NAMED = /\.[a-z]{1,4}$|^[a-z]+[#_-]?\d+$|^\w+=/i;
/** A line that begins with the address. */
const ALONE = new RegExp(String.raw`${LINE_START}[\w.+-]{1,64}$`);

/** A line of such a list. With a slash, it would be a path on a server. */
const ENTRY = String.raw`[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{2,63}){1,4}:[^\s:/"'\`<>\u007f]{4,64}`;
const ENTRY_BELOW = new RegExp(String.raw`[ \t]{0,2}\r?\n${ENTRY}[ \t]{0,2}(?:\r?\n|$)`, "y");
const ENTRY_ABOVE = new RegExp(String.raw`(?:^|\n)${ENTRY}[ \t]{0,2}\r?\n[\w.+-]{1,64}$`);
/** Who has no mailbox: `git@github.com:Project2024`. */
const OF_REPOSITORY = /(?:^|\\n|[^\w.+-])(?:git|hg|svn)$/i;
/** Maximum length of two lines of the list. */
const LINES_REACH = 280;

/** Whether the line above or below, too, is an address and a word behind a colon. */
function isInList(text: ScannedText, at: number, end: number): boolean {
  const own = text.before(at, 66);
  if (!ALONE.test(own) || OF_REPOSITORY.test(own)) return false;
  if (isAt(ENTRY_BELOW, text.view, end)) return true;
  return ENTRY_ABOVE.test(text.before(at, LINES_REACH));
}

/** Passwords after e-mail addresses, as in lists of logins: `ada@example.org:…`. */
export const loginList: Detector = {
  type: "SECRET",
  name: "login-list",
  kind: "secret",
  source: "lists of logins as tools read and write them: address, separator, password",
  check: "letters, digits and a symbol in one word; not file names, not customer numbers",
  context:
    "at the end of a line, directly after an e-mail address and a colon, bar, semicolon, comma, slash, dash or space",
  gates: { chars: "@" },
  find({ text, at, end }: Hit, emit: Emit): number {
    if (!isAlnumAt(text, at - 1)) return end;
    const match = matchAt(REST, text.view, end);
    if (match === null) return end;
    const [rest, sign, value = ""] = match;
    const isListed = sign === ":" && looksChosen(value) && isInList(text, at, REST.lastIndex);
    if (!isListed && (!SIGN.test(value) || NAMED.test(value) || !looksTyped(value))) return end;
    if (isNoPassword(value)) return end;
    // After a space, a sentence may continue.
    if (sign === " " && !ALONE.test(text.before(at, 66))) return end;
    const start = end + rest.lastIndexOf(value);
    emit(start, start + value.length, CONTEXTUAL);
    return end;
  },
};
