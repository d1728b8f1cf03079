import { groupsBehind, isBehind, lookingBack } from "../../../pattern/looking-back.ts";
import { codeAt } from "../../../text/chars.ts";
import type { ScannedText } from "../../../text/scanned-text.ts";
import { alternativesOf, wordList } from "../../../text/word-tables.ts";
import { isCodeWord, isVendor } from "./name.ts";

/** What a key is for, if its own name does not say so. */

/**
 * Whether the context says what a key is for: the word before it, what is set up with it, or the
 * header of its block.
 */
export function saysOfWhat(text: ScannedText, start: number): boolean {
  return (
    isNamed(text, start) ||
    isBehind(text, start, SETS_UP) ||
    isBelowHead(text, start) ||
    isOfVendor(text, start)
  );
}

/** The name of an object or array on one line, up to one of its keys: `"mailgun": { "url": …, "`. */
const OBJECT = lookingBack(
  /(?:^|[^\w-])([A-Za-z][A-Za-z0-9]{2,30})["']?[ \t]{0,2}(?::|=>)[ \t]{0,2}(?:[{[]|array\()[ \t]{0,2}(?:[^{}[\]\n]{1,120},[ \t]{0,2})?["']?/,
);

/** Whether the name is a key of an object on one line that is named after a vendor. */
function isOfVendor(text: ScannedText, start: number): boolean {
  const parent = groupsBehind(text, start, OBJECT)?.[1];
  return parent !== undefined && isVendor(parent.toLowerCase());
}

/**
 * Setup with a key: `mailer.init({ key: …`, `new Mailer({ key: …`, `"username": "bob", "key": …`,
 * `login --key …`, `use this key: …`.
 */
const SETS_UP = lookingBack(
  new RegExp(
    `(?:${alternativesOf({
      "an object of settings":
        String.raw`(?:\.(?:init|configure|setup|connect|authenticate|login)|new [A-Z]\w{1,30})\(\{?` +
        String.raw`[ \n]{0,6}["']?`,
      "a user before it": String.raw`username["']? ?: ?["'][\w.@-]{1,24}["'],\s{0,4}["']?`,
      "an option": "[a-z] --",
      "a sentence": String.raw`\b(?:use|using|try|is|'s|with) (?:this|the|my|your|our) `,
    })})`,
    "i",
  ),
);

/**
 * What signs or encrypts, up to the key that is all it takes: `"Jwt": { "Issuer": "…", "`. Fields of
 * .NET's settings are in any order.
 */
const SIGNS = lookingBack(
  /["'](?:jwt|encryption|aes)[A-Za-z]{0,12}["']\s{0,2}:\s{0,2}\{\s{0,24}(?:[^{}]{1,200},\s{0,24})?["']/i,
);

/** Whether the name is the `key` of such an object. */
export function isSigning(text: ScannedText, start: number): boolean {
  return isBehind(text, start, SIGNS);
}

/** How far above a line the header of its block may begin. */
const HEAD_REACH = 160;
/** Headers of blocks of keys: `Acme credentials`, `login:`. */
const HEAD = /credential|\bcreds\b|\blog-?in\b|\bapi access\b|\bsecrets?\b/i;

/**
 * Whether the name is the `key:` of a block of lines whose header says that it is about
 * credentials.
 */
function isBelowHead(text: ScannedText, start: number): boolean {
  let line = start;
  while (start - line < 24 && INDENT.includes(text.view.charAt(line - 1))) line--;
  if (codeAt(text, line - 1) !== 10) return false;
  const above = text.before(line, HEAD_REACH);
  if (HEAD.test(above)) return true;
  const [, , owner, inBlock, section, inSection] = PARENT.exec(above) ?? [];
  const parent = owner ?? section;
  if (parent === undefined || isCodeWord(parent.toLowerCase())) return false;
  const between = inBlock ?? inSection ?? "";
  return between === "" || (OF_SERVICE.test(between) && !OF_RECORD.test(`${parent}\n${between}`));
}

/**
 * What a key belongs to, `mailer:` or `[mailer]`, and the entries before the key, indented deeper
 * than `mailer:`.
 */
const PARENT = new RegExp(
  `(?:^|\\n)(?:${alternativesOf({
    block:
      String.raw`([ \t]{0,12})["']?([A-Za-z][A-Za-z0-9]{2,30})["']?` +
      String.raw`(?::[ \t]{0,2}\{?|[ \t]{0,2}=>[ \t]{0,2}(?:\[|array\())[ \t]{0,2}\r?\n` +
      String.raw`((?:\1[ \t]{1,12}[^\s#-][^\n]{0,80}\n){0,6})`,
    section:
      String.raw`[ \t]{0,12}\[([A-Za-z][A-Za-z0-9]{2,30})\][ \t]{0,2}\r?\n` +
      String.raw`((?:\w[^\n]{0,80}\n){0,6})`,
  })})$`,
);
/** An entry that the settings of a service have next to its key. */
const OF_SERVICE = new RegExp(
  String.raw`(?:^|\n)[ \t]{0,24}["']?(?:${[
    "(?:base_?|api_?)?ur[li]|host(?:name)?|endpoint|region|user(?:_?name)?|email",
    "(?:account|client|app|project)_?id|secret|env(?:ironment)?|enabled|driver|provider|domain",
  ].join("|")})["']?[ \t]{0,2}[:=]`,
  "i",
);

/** What has a key as its name: a record, a file in a bucket, a feature flag. */
const OF_RECORD = new RegExp(
  [
    `^(?:${wordList(`
        artifact document experiment feature flag issue location metadata record shortcut ticket
        tolerations?
      `).join("|")})\\n`,
    String.raw`\n[ \t]{0,24}["']?(?:bucket\w{0,12}|id|self|title|summary|operator|size)["']?[ \t]{0,2}[:=]`,
  ].join("|"),
  "i",
);

/** What precedes the name of an entry. */
const INDENT = " \t-*\"'";

/** The word before a key, and the space between them. */
const WORD_BEFORE = lookingBack(/([A-Za-z][\w.-]{2,30}) /);

/**
 * Whether the key is of something: `?key=`, or a plain word before it that is not a word of a
 * programming language.
 */
function isNamed(text: ScannedText, start: number): boolean {
  if ("?&".includes(text.view.charAt(start - 1))) return true;
  if (codeAt(text, start - 1) !== 32) return false;
  const word = groupsBehind(text, start, WORD_BEFORE)?.[1];
  return word !== undefined && !isCodeWord(word.toLowerCase());
}
