import { compiled } from "../../pattern/compiled.ts";
import { codeAt, isWord } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import type { Cell } from "../tables/columns.ts";

/** Values before their names, in statements, lists of variables and commands. */

const LITERAL_BEFORE = compiled(
  new RegExp(
    [
      String.raw`(?:val(?:ue)?|data|content)["'\`]?\s{0,2}[:=]\s{0,2}(["'])([^"'\n]{8,512})\1` +
        String.raw`(?:[ ,}]{1,3}|\s{1,3}WHERE |, ?["']?\w{2,16}["']?: ?\w{1,8}, ?)` +
        String.raw`["']?\w{2,24}["']?\s{0,2}[:=]\s{0,2}["']$`,
      String.raw`\((["'])([^"'\n]{8,512})\3, ?[a-zA-Z]{2,24}: ?["']$`,
    ].join("|"),
    "i",
  ),
);

/**
 * A literal before the name that it is for: `value = '…' WHERE name = 'token'`, `setValue("…",
 * forHTTPHeaderField: "X-Api-Key")`.
 */
export function literalBefore(
  text: ScannedText,
  nameStart: number,
): { readonly start: number; readonly end: number } | undefined {
  // Only quoted names after an equals sign or a colon, and piped values, are worth a closer look.
  const quote = codeAt(text, nameStart - 1);
  if (quote === 32) return memberBefore(text, nameStart) ?? pipedBefore(text, nameStart);
  if (quote !== 34 && quote !== 39) return undefined;
  if (codeAt(text, nameStart - 2) === AT) return headerBefore(text, nameStart);
  let at = nameStart - 2;
  while (nameStart - at < 4 && codeAt(text, at) === 32) at--;
  if (codeAt(text, at) !== 61 && codeAt(text, at) !== 58) return undefined;
  const window = text.slice(Math.max(0, nameStart - 600), nameStart);
  const match = LITERAL_BEFORE.exec(window);
  const value = match?.[2] ?? match?.[4];
  if (match === null || value === undefined) return undefined;
  const start = nameStart - window.length + match.index + match[0].indexOf(value);
  return { start, end: start + value.length };
}

const AT = 64;
const HEADER_BEFORE = /:@"([^"\n]{8,512})" [a-zA-Z]{2,24}:@"$/;

/** The same in Objective-C: `setValue:@"…" forHTTPHeaderField:@"X-Api-Key"`. */
function headerBefore(text: ScannedText, nameStart: number): Cell | undefined {
  const window = text.slice(Math.max(0, nameStart - 560), nameStart);
  const match = HEADER_BEFORE.exec(window);
  const value = match?.[1];
  if (match === null || value === undefined) return undefined;
  const start = nameStart - window.length + match.index + 3;
  return { start, end: start + value.length };
}

const NAME_KEY = "name: ";
/** The value of YAML's member before the one with the name. */
const MEMBER_BEFORE =
  /(?:^|[\s{])value: {0,4}(["']?)([^\s"',{}]{6,256})\1(?:,? {0,4}|\r?\n {1,40})name: $/;

/** `value: …` in the line before `name: DB_PASSWORD`, as in lists of variables. */
function memberBefore(text: ScannedText, nameStart: number): Cell | undefined {
  if (!text.view.startsWith(NAME_KEY, nameStart - NAME_KEY.length)) return undefined;
  const window = text.slice(Math.max(0, nameStart - 340), nameStart);
  const match = MEMBER_BEFORE.exec(window);
  const value = match?.[2];
  if (match === null || value === undefined) return undefined;
  const start = nameStart - window.length + match.index + match[0].indexOf(value, 7);
  return { start, end: start + value.length };
}

const PIPED_REACH = 200;
/** What `echo` or `printf` pipes into the command that stores it under the name. */
const PIPED = compiled(
  /^(?:echo|printf)(?: -[neE]{1,3})?(?: ["']?%s(?:\\n)?["']?)? (["']?)([^\s"'|<>]{6,128})\1 ?\| ?(?:[\w./:=-]{1,24} ){1,8}$/,
);

/**
 * The value piped into a command: `echo "…" | gh secret set NAME`, `printf … | docker secret create
 * name -`.
 */
function pipedBefore(text: ScannedText, nameStart: number): Cell | undefined {
  const at = beforeWords(text, nameStart);
  if (codeAt(text, at) !== PIPE || !/^\| ?[a-z]/.test(text.slice(at, at + 3))) return undefined;
  const from = Math.max(0, nameStart - PIPED_REACH);
  const window = text.slice(from, nameStart);
  const pipe = at - from;
  const print = Math.max(window.lastIndexOf("echo ", pipe), window.lastIndexOf("printf ", pipe));
  const match = print < 0 ? null : PIPED.exec(window.slice(print));
  const value = match?.[2];
  if (match === null || value === undefined) return undefined;
  const start = from + print + match[0].lastIndexOf(value, pipe - print);
  return { start, end: start + value.length };
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
