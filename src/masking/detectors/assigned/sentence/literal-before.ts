import { compiled } from "../../../pattern/compiled.ts";
import { codeAt, isWord } from "../../../text/chars.ts";
import type { ScannedText } from "../../../text/scanned-text.ts";
import type { Stretch } from "../../../text/stretch.ts";

/** Values before their names, in statements, lists of variables and commands. */

const LITERAL_BEFORE = compiled(
  new RegExp(
    [
      String.raw`(?:val(?:ue)?|data|content)["'\`]?\s{0,2}[:=]\s{0,2}(["'])([^"'\n]{8,512})\1` +
        String.raw`(?:[ ,}]{1,3}|\s{1,3}WHERE |, ?["']?\w{2,16}["']?: ?\w{1,8}, ?)` +
        String.raw`["']?\w{2,24}["']?\s{0,2}[:=]\s{0,2}["']$`,
      String.raw`\((["'])([^"'\n]{8,512})\3, ?[a-zA-Z]{2,24}: ?["']$`,
    ].join("|"),
    "di",
  ),
);
const LITERAL_REACH = 600;

/**
 * A literal before the name that it is for: `value = '…' WHERE name = 'token'`, `setValue("…",
 * forHTTPHeaderField: "X-Api-Key")`.
 */
export function literalBefore(text: ScannedText, nameStart: number): Stretch | undefined {
  // Only quoted names after an equals sign or a colon, and piped values, are worth a closer look.
  const quote = codeAt(text, nameStart - 1);
  if (quote === 32) return memberBefore(text, nameStart) ?? pipedBefore(text, nameStart);
  if (quote !== 34 && quote !== 39) return undefined;
  if (codeAt(text, nameStart - 2) === AT) return headerBefore(text, nameStart);
  let at = nameStart - 2;
  while (nameStart - at < 4 && codeAt(text, at) === 32) at--;
  if (codeAt(text, at) !== 61 && codeAt(text, at) !== 58) return undefined;
  return valueIn(text, { start: nameStart - LITERAL_REACH, end: nameStart }, LITERAL_BEFORE);
}

/** The last group of a pattern that takes part, in a stretch of the text. */
function valueIn(text: ScannedText, { start, end }: Stretch, pattern: RegExp): Stretch | undefined {
  const from = Math.max(0, start);
  const groups = pattern.exec(text.slice(from, end))?.indices;
  const group = groups?.findLast((one) => one !== undefined);
  return group && { start: from + group[0], end: from + group[1] };
}

const AT = 64;
const HEADER_BEFORE = /:@"([^"\n]{8,512})" [a-zA-Z]{2,24}:@"$/d;
const HEADER_REACH = 560;

/** The same in Objective-C: `setValue:@"…" forHTTPHeaderField:@"X-Api-Key"`. */
function headerBefore(text: ScannedText, nameStart: number): Stretch | undefined {
  return valueIn(text, { start: nameStart - HEADER_REACH, end: nameStart }, HEADER_BEFORE);
}

const NAME_KEY = "name: ";
/** The value of YAML's member before the one with the name. */
const MEMBER_BEFORE =
  /(?:^|[\s{])value: {0,4}(["']?)([^\s"',{}]{6,256})\1(?:,? {0,4}|\r?\n {1,40})name: $/d;
const MEMBER_REACH = 340;

/** `value: …` in the line before `name: DB_PASSWORD`, as in lists of variables. */
function memberBefore(text: ScannedText, nameStart: number): Stretch | undefined {
  if (!text.view.startsWith(NAME_KEY, nameStart - NAME_KEY.length)) return undefined;
  return valueIn(text, { start: nameStart - MEMBER_REACH, end: nameStart }, MEMBER_BEFORE);
}

const PIPED_REACH = 200;
/** What `echo` or `printf` pipes into the command that stores it under the name. */
const PIPED = compiled(
  /^(?:echo|printf)(?: -[neE]{1,3})?(?: ["']?%s(?:\\n)?["']?)? (["']?)([^\s"'|<>]{6,128})\1 ?\| ?(?:[\w./:=-]{1,24} ){1,8}$/d,
);

/**
 * The value piped into a command: `echo "…" | gh secret set NAME`, `printf … | docker secret create
 * name -`.
 */
function pipedBefore(text: ScannedText, nameStart: number): Stretch | undefined {
  const at = beforeWords(text, nameStart);
  if (codeAt(text, at) !== PIPE || !/^\| ?[a-z]/.test(text.after(at, 3))) return undefined;
  const from = Math.max(0, nameStart - PIPED_REACH);
  const window = text.slice(from, nameStart);
  const pipe = at - from;
  const print = Math.max(window.lastIndexOf("echo ", pipe), window.lastIndexOf("printf ", pipe));
  return print < 0 ? undefined : valueIn(text, { start: from + print, end: nameStart }, PIPED);
}

const PIPE = 124;
/** Most spaces between the bar and the name: behind each of the words, and before the first one. */
const MOST_SPACES = 9;

/** The last character before the name that is none of the words and spaces of a command. */
function beforeWords(text: ScannedText, nameStart: number): number {
  let at = nameStart - 1;
  for (let spaces = 0; nameStart - at < PIPED_REACH; at--) {
    const code = codeAt(text, at);
    if (code === 32 && ++spaces > MOST_SPACES) return at;
    if (code !== 32 && code !== 61 && !(code >= 45 && code <= 58) && !isWord(code)) return at;
  }
  return at;
}
