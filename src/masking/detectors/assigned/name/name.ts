import { classOf, DIGIT, LOWER, UPPER } from "../../../text/chars.ts";
import { wordSet } from "../../../text/word-tables.ts";
import {
  CODE_WORD,
  FOREIGN_KEY,
  HARMLESS_AFTER,
  HARMLESS_BEFORE,
  KEY_QUALIFIER,
  NEUTRAL_AFTER,
  PAIR_NOUN,
  PASSWORD_NOUN,
  rolesOf,
  SECRET_NOUN,
  VENDOR,
  WEAK_NOUN,
} from "./words.ts";

/**
 * What a name promises: after `password`, a value that a person chose suffices; after `secret`, a
 * short random value; after `weak`, only a value that looks random by itself; after `spoken`, that
 * or what a person types as a password; after `bare` (just `key`), what looks random and is not a
 * hash.
 */
export type Grade = "password" | "secret" | "spoken" | "weak" | "bare";

/** How a value was written, which decides how much may count as a literal. */
export interface Written {
  readonly grade: Grade;
  /** In quotes, so text and not an expression. */
  readonly isQuoted: boolean;
  /** In an environment file, a shell option, an XML tag or a sentence: also text. */
  readonly isText: boolean;
}

/** The lowercase words of a name, split at punctuation and case changes. */
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

/** First code unit of Chinese, Japanese and Korean, which follow other words without a space. */
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

/** The grade of a name; undefined if the name is not about a secret. */
export function gradeOf(words: readonly string[]): Grade | undefined {
  return gradeOfNoun(words) ?? gradeOfFirst(words);
}

/** After the noun, these introduce its owner: `TOKEN_FOR_BILLING`, `passwordOfReader`. */
const BELONGS = new Set(["for", "of"]);

/** The grade of the words before the first of those. */
function gradeOfFirst(words: readonly string[]): Grade | undefined {
  const size = words.findIndex((word) => BELONGS.has(word));
  const isFollowed = size > 0 && size < words.length - 1;
  return isFollowed ? gradeOfNoun(words.slice(0, size)) : undefined;
}

function gradeOfNoun(words: readonly string[]): Grade | undefined {
  let last = words.length - 1;
  while (last > 0 && isNeutral(words[last] as string)) last--;
  const noun = words[last] ?? "";
  const before = last > 0 ? (words[last - 1] as string) : "";
  const roles = rolesOf(noun);
  if ((roles & PASSWORD_NOUN) !== 0 || (noun === "phrase" && before === "pass")) return "password";
  // Each is the only credential that a server asks for: Redis, and Erlang for its nodes.
  if (noun === "auth" && before === "redis") return "password";
  if (noun === "cookie" && before === "node") return "weak";
  const rolesBefore = before === "" ? 0 : rolesOf(before);
  if ((rolesBefore & HARMLESS_BEFORE) !== 0 || isPublic(words, last))
    return isKept(before, roles, noun) ? "weak" : undefined;
  // file_pat, VERSION_PAT: more often patterns than tokens of unknown services.
  if (noun === "pat" && !isOfVendor(words)) return "weak";
  if ((roles & SECRET_NOUN) !== 0) return "secret";
  if (noun === "key" && before === "shared" && /^pre/.test(words[last - 2] ?? ""))
    return "password";
  if (noun === "key" || noun === "keys") {
    if (before === OF_PAGE) return undefined;
    if ((rolesBefore & KEY_QUALIFIER) !== 0) return "secret";
    return words.length === 1 ? "bare" : "weak";
  }
  if ((roles & FOREIGN_KEY) !== 0) return before === "api" ? "secret" : "spoken";
  if (noun === "id" && (before === "access" || before === "session")) return "weak";
  if ((roles & HARMLESS_AFTER) !== 0) return undefined;
  if ((roles & (WEAK_NOUN | PAIR_NOUN)) !== 0) return "weak";
  return gradeOfCompound(noun) ?? (isOfVendor(words) ? "weak" : undefined);
}

/** `SITE_KEY`, `data-sitekey`: every page of a website contains it. Its tokens are secret. */
const OF_PAGE = "site";

/** Whether the name is for a user name and a password together. */
export function isOfPair(words: readonly string[]): boolean {
  return (rolesOf(words[words.length - 1] ?? "") & PAIR_NOUN) !== 0;
}

/**
 * `config.secret`, `settings.token`: what is harmless before a key is only where this one is kept.
 * Page, state and input tokens are other things, but there are no such secrets.
 */
function isKept(before: string, roles: number, noun: string): boolean {
  if ((roles & SECRET_NOUN) === 0 || /^pub/.test(before)) return false;
  return noun.includes("secret") || (/^(?:config|settings?)$/.test(before) && noun === "token");
}

/** `PublicKeyToken`: part of assembly names. */
function isPublic(words: readonly string[], last: number): boolean {
  return last > 1 && words[last - 1] === "key" && words[last - 2] === "public";
}

/** Whether a word before `key` or `token`, separated by a space, belongs to it. */
export function saysWhatKey(word: string): boolean {
  const roles = rolesOf(word);
  if ((roles & KEY_QUALIFIER) !== 0 || word === OF_PAGE) return true;
  return (roles & HARMLESS_BEFORE) !== 0 && !NOT_OF_KEY.has(word);
}

/** Whether a word says nothing about the key after it, or that it is a key of a map or a cache. */
export function isCodeWord(word: string): boolean {
  return (rolesOf(word) & (HARMLESS_BEFORE | CODE_WORD)) !== 0;
}

/** Determiners, and a type of Java and C#: `String token = …`. */
const NOT_OF_KEY: ReadonlySet<string> = wordSet("string the a this that each any per no");

function isNeutral(word: string): boolean {
  return (rolesOf(word) & NEUTRAL_AFTER) !== 0 || /^v?\d{1,4}$/.test(word);
}

/** `Datenbankkennwort`, `beheerderswachtwoord`: languages that join a noun with its owner. */
const COMPOUND =
  /[a-zäöüåæø](?:kennwort|wachtwoord|lösenord(?:et)?|passord(?:et)?|adgangskoden?|salasana)$/;

/** `Lizenzschlüssel`; not keys of tables, programs or workshops. */
const KEY_IN_GERMAN =
  /(?:lizenz|produkt|api|zugangs|zugriffs|netzwerk|wiederherstellungs|geheim|dienst|aktivierungs|sicherheits|master|haupt)schlüssel$/;

/** `dbpassword`, `githubtoken`, `mysecret`: nouns joined with their owner. */
function gradeOfCompound(word: string): Grade | undefined {
  if (COMPOUND.test(word)) return "password";
  if (KEY_IN_GERMAN.test(word)) return "weak";
  if (/^(?:pass|pw|pwd)\d{1,2}$/.test(word)) return "password";
  if (/^(?:pass\w{0,6}|auth|secret)salt$/.test(word)) return "weak";
  if (!/(?:pass\w{0,6}|pwd|token|secret|key)\d{0,2}$/.test(word)) return undefined;
  if (/(?:password|passwd|passphrase|passwort)\d{0,2}$/.test(word)) return "password";
  if (
    /^\w{2,12}(?:pwd|pass)$/.test(word) &&
    !/^(?:by|com|tres|sur|over|under|en|surrogate)pass/.test(word)
  )
    return "password";
  if (
    /^(?:api|auth|access|refresh|id|bearer|app|client|bot|user|my|github|gitlab|slack|x)?(?:token|secret)\d{0,2}$/.test(
      word,
    )
  )
    return "secret";
  if (/^(?:api|app|auth|access|secret|private|master|my|encryption|signing)key\d{0,2}$/.test(word))
    return "secret";
  return isOfSomething(word) ? "weak" : undefined;
}

/** `bitmexkey`, `dbtoken`: like `bitmex_key`, unless the owner is a map or a page. */
function isOfSomething(word: string): boolean {
  if (word === `${OF_PAGE}key`) return false;
  const owner = /^(\w{3,24}?)(?:api)?(?:key|token|secret)\d{0,2}$/.exec(word)?.[1];
  return owner !== undefined && (rolesOf(owner) & (HARMLESS_BEFORE | CODE_WORD)) === 0;
}

/**
 * `OPENAI_PROD`, `new_relic` or `message-bird`, whose name is split in two, and `getslackwebhook`.
 */
function isOfVendor(words: readonly string[]): boolean {
  return words.some((word, index) => isVendor(word) || isVendor(word + (words[index + 1] ?? "")));
}

/** Whether a word is a vendor's name, alone or joined with a word such as `api` or `webhook`. */
export function isVendor(word: string): boolean {
  if ((rolesOf(word) & VENDOR) !== 0) return true;
  const plain = word.replace(/^get|(?:api|oauth2?|webhook|app|bot|pat)$/g, "");
  return plain.length < word.length && (rolesOf(plain) & VENDOR) !== 0;
}
