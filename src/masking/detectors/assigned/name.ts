import { classOf, DIGIT, LOWER, UPPER } from "../../text/chars.ts";
import {
  CODE_WORDS,
  FOREIGN_KEY_NOUNS,
  HARMLESS_AFTER,
  HARMLESS_BEFORE,
  KEY_QUALIFIERS,
  NEUTRAL_AFTER,
  PASSWORD_NOUNS,
  SECRET_NOUNS,
  VENDORS,
  WEAK_NOUNS,
} from "./words.ts";

/**
 * How much a name says: after `password` a person's choice will do, after `secret` a short random
 * value, after `weak` only what looks random by itself, after `spoken` that or what a person types
 * for a password, after `bare` (just `key`) what looks random and is no hash.
 */
export type Grade = "password" | "secret" | "spoken" | "weak" | "bare";

/** The words of a name, in lower case: split at punctuation and where the case says so. */
export function wordsOf(name: string): string[] {
  const words: string[] = [];
  let start = 0;
  for (let i = 0; i <= name.length; i++) {
    const isEnd = i === name.length || isPunctuation(name, i);
    if (!isEnd && !beginsWord(name, i)) continue;
    if (i > start) words.push(name.slice(start, i).toLowerCase());
    start = isEnd ? i + 1 : i;
  }
  return words;
}

const ALNUM = LOWER | UPPER | DIGIT;

function isPunctuation(name: string, index: number): boolean {
  const code = name.charCodeAt(index);
  return code < 128 && (classOf(code) & ALNUM) === 0;
}

/** Chinese, Japanese and Korean begin here; they follow other words without a space. */
export const FIRST_CJK = 0x2e80;

/** `apiKey` and `APIKey` both have a word that begins at the `K`. */
function beginsWord(name: string, index: number): boolean {
  const code = name.charCodeAt(index);
  const before = index > 0 ? classOf(name.charCodeAt(index - 1)) : 0;
  if (code >= FIRST_CJK) return (before & ALNUM) !== 0;
  if ((classOf(code) & UPPER) === 0) return false;
  if ((before & (LOWER | DIGIT)) !== 0) return true;
  const after = index + 1 < name.length ? classOf(name.charCodeAt(index + 1)) : 0;
  return (before & UPPER) !== 0 && (after & LOWER) !== 0;
}

/** What a value of this name may be; undefined when the name is not about a secret. */
export function gradeOf(words: readonly string[]): Grade | undefined {
  let last = words.length - 1;
  while (last > 0 && isNeutral(words[last] ?? "")) last--;
  const noun = words[last] ?? "";
  const before = words[last - 1] ?? "";
  if (PASSWORD_NOUNS.has(noun)) return "password";
  if (HARMLESS_BEFORE.has(before) || isPublic(words, last)) return undefined;
  if (SECRET_NOUNS.has(noun)) return "secret";
  if (noun === "key" || noun === "keys") return gradeOfKey(before, words);
  if (FOREIGN_KEY_NOUNS.has(noun)) return before === "api" ? "secret" : "spoken";
  const compound = gradeOfCompound(noun);
  if (compound !== undefined) return compound;
  if (noun === "id" && before === "access") return "weak";
  if (HARMLESS_AFTER.has(noun)) return undefined;
  if (WEAK_NOUNS.has(noun)) return "weak";
  return words.some((word) => VENDORS.has(word)) || isVendorPair(words) ? "weak" : undefined;
}

/** `PublicKeyToken`: a name of assemblies. */
function isPublic(words: readonly string[], last: number): boolean {
  return words[last - 1] === "key" && words[last - 2] === "public";
}

/** Whether a word in front of `key` or `token`, with a space between, belongs to it. */
export function saysWhatKey(word: string): boolean {
  return KEY_QUALIFIERS.has(word) || (HARMLESS_BEFORE.has(word) && !ARTICLES.has(word));
}

/** Words that say nothing about the key behind them, or that it is a map's or a cache's. */
export function isCodeWord(word: string): boolean {
  return HARMLESS_BEFORE.has(word) || CODE_WORDS.has(word);
}

const ARTICLES: ReadonlySet<string> = new Set([
  "the",
  "a",
  "this",
  "that",
  "each",
  "any",
  "per",
  "no",
]);

function isNeutral(word: string): boolean {
  return NEUTRAL_AFTER.has(word) || /^\d{1,4}$/.test(word);
}

function gradeOfKey(before: string, words: readonly string[]): Grade {
  if (KEY_QUALIFIERS.has(before)) return "secret";
  return before === "" && words.length === 1 ? "bare" : "weak";
}

/** `dbpassword`, `githubtoken`, `mysecret`: nouns written together with what they belong to. */
function gradeOfCompound(word: string): Grade | undefined {
  if (!/(?:pass\w{0,6}|pwd|token|secret|key)\d{0,2}$/.test(word)) return undefined;
  if (/(?:password|passwd|passphrase|passwort)\d{0,2}$/.test(word)) return "password";
  if (
    /^(?:\w{2,12}pwd|\w{2,12}_?pass)$/.test(word) &&
    !/^(?:by|com|tres|sur|over|under|en)pass/.test(word)
  )
    return "password";
  if (
    /^(?:api|auth|access|refresh|id|bearer|app|client|bot|user|my|github|gitlab|slack|x)?(?:token|secret)\d{0,2}$/.test(
      word,
    )
  )
    return "secret";
  return /^(?:api|app|auth|access|secret|private|master|my|encryption|signing)key\d{0,2}$/.test(
    word,
  )
    ? "secret"
    : undefined;
}

/** `new_relic`, `message-bird`: vendors whose name splits in two. */
function isVendorPair(words: readonly string[]): boolean {
  return words.some((word, index) => VENDORS.has(word + (words[index + 1] ?? "")));
}
