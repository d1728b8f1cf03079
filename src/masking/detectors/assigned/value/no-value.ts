import { looksRandom } from "../../../checks/disorder.ts";
import { isBehind, lookingBack } from "../../../pattern/looking-back.ts";
import { codeAt, isWordAt } from "../../../text/chars.ts";
import type { ScannedText } from "../../../text/scanned-text.ts";
import type { Stretch } from "../../../text/stretch.ts";
import type { Assignment } from "../assignment.ts";
import { gradeOf, wordsOf } from "../name/name.ts";
import { isOfProgram } from "./in-code.ts";
import { isOfOtherForm, isOfSameName } from "./other-form.ts";

/** How far around `PASS` other results are searched for. */
const REACH = 160;
const RESULT =
  /(?:^|\n)(?:--- )?X?(?:PASS|FAIL|SKIP|ERROR|UNTESTED|UNSUPPORTED|UNRESOLVED)(?:ED)?: /;
/** What is passed to something, or an option that is passed. */
const ARGUMENT =
  /^ (?:[`"']{0,3}--?[A-Za-z]|`{1,2}(?=[^`\n]{0,40}(?:["'][^`\n]{1,40}["']|[([{][^`\n]{0,40}[)\]}]))[^`\n]{1,80}`{1,2} to |(?!set |changed |reset |updated |is |was |now )(?:[\w`'-]{1,24} ){0,6}to )/;
/** After these words, `pass` is a noun. */
const OF_SOMEBODY =
  /(?<![a-z])(?:the|my|your|our|his|her|their|new|old|root|admin|user|db|wifi|login|-name) $/i;

/** `nodes that pass …`, `to pass …`, `don't pass …`: a verb. */
const OF_SUBJECT =
  /(?:(?:^| )(?:that|which|who|to|can|must|may|should|will|always|never|not|dont|cannot)|n['’]t) $/i;

/** `const mustPass = [`: what a test gives to a parser. */
const TO_PASS = /^(?:must|should|shall|will|can|may)_?pass$/i;
const LIST = /^["']?\s{0,2}[:=]\s{0,16}\[/;

/** Whether `pass` is not a password: a test result, or the verb before an argument. */
export function isPassing(text: ScannedText, { start, end }: Stretch): boolean {
  if (end - start < 12 && TO_PASS.test(text.slice(start, end)))
    return LIST.test(text.after(end, 24));
  if (end - start !== 4 || !/^pass$/i.test(text.slice(start, end))) return false;
  const before = text.before(start, REACH);
  if (codeAt(text, end) === 32) {
    if (OF_SUBJECT.test(before)) return !/^ [:=]/.test(text.after(end, 2));
    return ARGUMENT.test(text.after(end, REACH)) && !OF_SOMEBODY.test(before);
  }
  if (codeAt(text, end) !== 58 || !/(?:^|\n)(?:--- )?$/.test(before)) return false;
  return before.endsWith("--- ") || RESULT.test(before) || RESULT.test(text.after(end, REACH));
}

const OPENING = 40;

/** A host and its port, after a comma. */
const HOST = /^[\w-]+(?:\.[\w-]+)*:\d{2,5}$/;
/** What follows a key of an object. */
const COLON_BEHIND = /^["'`]\s{0,2}(?::|=>)/;
/** What follows an item of a list that continues. */
const ITEM_BEHIND = /^["'`],\s{0,32}["'`]/;
/**
 * `v3PrivPass`, `snmpv3_privpassphrase`: an identifier with a digit in its first word only, which
 * ends with the noun of the name.
 */
const NAME =
  /^(?:[a-z]{3,}|[a-z]+(?:\d_?[A-Za-z]|_[A-Za-z]|[A-Z])[a-z]+(?:(?:_[A-Za-z]|[A-Z])[a-z]+){0,3})$/;

/** Whether a value is the name of another password: `v3PrivPass` after `v3AuthPass`. */
function isName(name: string, value: string): boolean {
  const noun = wordsOf(name).at(-1) ?? "";
  return noun.length > 3 && NAME.test(value) && value.toLowerCase().endsWith(noun);
}

/** `password3` after `password2`. */
function isNext(name: string, value: string): boolean {
  const [, stem, number] = /^([A-Za-z_]+)(\d?)$/.exec(name) ?? [];
  return stem !== undefined && value === `${stem}${Number(number || 1) + 1}`;
}

const OBJECT = /^secrets?$/i;
/** A Kubernetes message about an object: `secret "app-7f9c8d" not found`. */
const OBJECT_BEHIND =
  /^[a-z]{2,40}(?:[-.][a-z\d]{1,12}){1,8}["'] (?:not found|already exists|is forbidden|does not exist|in namespace)/;
/**
 * Whether a value is in groups, as keys are: `kqzv-7h2x-9d4m`. Names of objects have one random
 * group.
 */
function isInGroups(value: string): boolean {
  const groups = value.split(/[-.]/);
  if (groups.length < 3 || new Set(groups.map(({ length }) => length)).size > 1) return false;
  return groups.filter((group) => /\d/.test(group)).length * 2 >= groups.length;
}

/** A line of base64, which may end with a stem. */
const ENCODED = /^[A-Za-z0-9]{40,}$/;

/** A numbered argument before the next one: `f($user2, $pass3, "shop2024")`. */
const NUMBERED = /^(?:pass|pw|pwd)\d{1,2}$/i;

/**
 * `"version":"…","signature":"…"`: two digests of a file, as TypeScript keeps them for its builds.
 */
const VERSION_DIGEST = lookingBack(/"version": ?"[0-9a-f]{32,64}",\s{0,12}"signature/);

/** `[Tokenizer.START_TAG_TOKEN]: startTagInRow`: a computed key. */
function isComputed(text: ScannedText, { start, end }: Stretch): boolean {
  return (
    codeAt(text, start - 1) === 91 &&
    text.view.startsWith("]:", end) &&
    text.slice(start, end).includes(".")
  );
}

/** How many names with operators make a value a row of them. Tokens may have some colons. */
const MANY_ASSIGNED = 4;
const MANY_BEFORE_MASKED = 2;
const MANY_LABELLED = 8;
const MASKED = 0x7f;
const EQUALS = 61;
const COLON = 58;
const LAST_OF_ASCII = 0x7f;

/**
 * `psk=psk=psk=…`, `cred:cred:…`: what follows each name is judged from that name on. Hexadecimal
 * numbers have a colon after every two digits: `0a:1b:2c`.
 */
export function isRowOfNames(text: ScannedText, { start, end }: Stretch): boolean {
  let assigned = 0;
  let labelled = 0;
  for (let i = start + 1; i < end; i++) {
    const code = codeAt(text, i);
    if ((code !== EQUALS && code !== COLON) || !isOfName(text, i - 1)) continue;
    if (code === EQUALS) assigned++;
    else labelled++;
    if (assigned >= MANY_ASSIGNED) return true;
    if (labelled >= MANY_LABELLED && i - start > labelled * 3) return true;
  }
  // A row whose end is masked is still a row.
  return assigned >= MANY_BEFORE_MASKED && codeAt(text, end) === MASKED;
}

/** Names in other alphabets count as well: `密码=密码=…`. */
function isOfName(text: ScannedText, index: number): boolean {
  return isWordAt(text, index) || codeAt(text, index) > LAST_OF_ASCII;
}

/** `DB_PORT=5432`: a line of settings. In base64, nothing follows the equals sign. */
const ENTRY =
  /^(?:[A-Za-z_][\w.-]{0,80}=(?!=?$)|[A-Z][A-Z0-9_]{0,80}=$|[A-Za-z]{1,24}\.[\w.]{1,80}=$)/;
const HAS_BREAK = /\n|\\n/;

/**
 * Whether the line below a name without a value is another setting: `DB_PASSWORD=`, `DB_PORT=5432`.
 */
function isNextEntry(text: ScannedText, { start, end, behind }: Assignment): boolean {
  const { symbol = "" } = behind;
  return symbol.includes("=") && HAS_BREAK.test(symbol) && ENTRY.test(text.slice(start, end));
}

/** `login password=…`: what follows has a name of its own and is found by it. */
const NAMED = /^([A-Za-z][\w.-]{2,40})[=:](?=.)/;

/** `auth: key_id=…`: which of several it is. */
const NUMBERED_ONE = /^(?:key|client|user|tenant|account|request)_?id=[\w-]{1,64}$/i;

function hasOwnName(text: ScannedText, { start, end, behind, isQuoted }: Assignment): boolean {
  if (isQuoted) return false;
  if (behind.space === undefined) return NUMBERED_ONE.test(text.slice(start, end));
  const name = NAMED.exec(text.slice(start, Math.min(end, start + 44)))?.[1];
  return name !== undefined && gradeOf(wordsOf(name)) !== undefined;
}

/**
 * Names that applications mostly use for session identifiers: `session_id: 'sess_0a1b2c'`;
 * `sessionid` is a cookie.
 */
const SESSION_ID = /(?:session(?:[._-]i|I)d|Session(?:[._-]?I|[._-]i)d|SESSION[._-]ID)$/;
/** A browser's session: longer than an identifier, and without a prefix for its kind. */
const SESSION = /^(?:[0-9a-z]{32,128}|(?![a-z]{2,8}_)[\w-]{40,128})$/i;

/** Session numbers in logs: `session 7b681f59f0c10118 closed`. */
const OF_SESSION = /^sessions?$/i;
const NUMBER_OF_SESSION = /^(?:[\da-f]{16,40}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** In Latvian, a password; in Italian and English, words and a release: `Parole chiave: …`. */
const WORDS = /^parole$/i;
const NOT_ITS_OWN = /[a-z]/i;
/** `denied_2023`: what became of a release. */
const OF_YEAR =
  /^(?:granted|denied|revoked|deferred|pending|approved|reviewed|completed|eligible|violated|hearing)[_-](?:19|20)\d\d$/i;

/** Whether the name is of words or a release: others are between it and the value, or numbers only. */
function isOfWords(
  text: ScannedText,
  name: Stretch,
  { start, end, isQuoted }: Assignment,
): boolean {
  const between = text.slice(name.end, start);
  if (OF_YEAR.test(text.slice(start, end))) return true;
  return NOT_ITS_OWN.test(between) || (!isQuoted && !NOT_ITS_OWN.test(text.slice(start, end)));
}

/** The setting of Git that names the OpenPGP key to sign with, by its number or fingerprint. */
const OF_GIT = /(?:^|\.)signingkey$/i;
const NUMBER_OF_KEY = /^(?:0x)?(?:[\dA-F]{8}|[\dA-F]{16}|[\dA-F]{40})!?$/;

/** A signature that anybody may verify (XML Signature Syntax and Processing, 4.3). */
const SIGNATURE_OF_XML = "SignatureValue";

/** The type whose argument the name is: `Promise<Token>`, `Map<string, Token>`. */
const TYPE = lookingBack(/[\w$]<(?:[\w$.]{1,40}, ?){0,4}/);

/** Whether the name is a type argument instead of the tag of an element that ends at `end`. */
function isTypeArgument(text: ScannedText, name: Stretch, end: number): boolean {
  return isBehind(text, name.start, TYPE) && !/^\s{0,24}<\//.test(text.after(end, 26));
}

/** Whether name and value are two types of a union: `"token" | "base64url"`. */
function isOfUnion(text: ScannedText, name: Stretch, { start, end }: Stretch): boolean {
  return codeAt(text, name.end) === codeAt(text, end) && !looksRandom(text.slice(start, end));
}

/** `Unit_Price01 | null`: the first type of a union, and what follows it. */
const TYPE_NAME = /^[A-Z][\w$]*$/;
const UNION = /^ \| (?:null|undefined|string|number|boolean)(?!\w| \w| ?\|$| ?\|\s)/;
const UNION_REACH = 18;

function isFirstOfUnion(text: ScannedText, { start, end }: Stretch): boolean {
  if (!UNION.test(text.after(end, UNION_REACH))) return false;
  const value = text.slice(start, end);
  return TYPE_NAME.test(value) && !looksRandom(value);
}

/** The address of a badge, which everybody may load with the token in it. */
const BADGE = /\.svg\?(?:[\w-]{1,16}=[\w-]{0,16}&){0,3}$/;
const OF_BADGE = /^(?:circle-)?token$/;

/** How charts of Helm restart what reads a secret: `checksum/secret: …`, the digest of its file. */
const ANNOTATION = "checksum/";

/** The label of a link for people without their password: `"forgotPassword": "Vergessen?"`. */
const OF_FORGOTTEN = /(?:^|[._-]|[a-z](?=F))forgot/i;
const ASKED = /^[¿؟]?\p{L}[\p{Ll}\p{Lo}\p{M}]{1,40} ?[?؟]$/u;

/**
 * Code between two literals, of which the first has the name at its end: `"… key=")).is(["…"` and
 * `"… token: "+e(t));if("("`.
 */
const BEHIND_LITERAL = /^[)\]}]{1,4}[)\]},.;]/;
const CALL_BEHIND_LITERAL = /^\+[A-Za-z_$][\w$.]{0,40}[([](?!["'`\\]).{0,200}[([+,]$/;

/** Whether that code is between the quotes. A call of a literal may be about the secret itself. */
function isBehindLiteral(text: ScannedText, { start, end }: Stretch): boolean {
  return (
    BEHIND_LITERAL.test(text.after(start, 6)) || CALL_BEHIND_LITERAL.test(text.slice(start, end))
  );
}

/** Whether the text in the place of a value is not a value. */
export function isNoValue(text: ScannedText, name: Stretch, assignment: Assignment): boolean {
  const { start, end, isQuoted, isLabelled, isElement, behind } = assignment;
  const given = text.slice(name.start, name.end);
  if (given.length >= 10 && OF_GIT.test(given) && NUMBER_OF_KEY.test(text.slice(start, end)))
    return true;
  if (text.view.endsWith(ANNOTATION, name.start) || isOfOtherForm(text, name, assignment))
    return true;
  if (OF_FORGOTTEN.test(given) && ASKED.test(text.slice(start, end))) return true;
  if (WORDS.test(given) && isOfWords(text, name, assignment)) return true;
  if (given.length > 8 && SESSION_ID.test(given)) return !SESSION.test(text.slice(start, end));
  // <noreply@example.com>, </secret>
  if (isElement)
    return (
      [47, 64].includes(codeAt(text, name.start - 1)) ||
      given === SIGNATURE_OF_XML ||
      isTypeArgument(text, name, end)
    );
  if (isLabelled) return ENCODED.test(given);
  if (!isQuoted && isFirstOfUnion(text, { start, end })) return true;
  if (isQuoted && isBehindLiteral(text, assignment)) return true;
  if (!isQuoted && isNextEntry(text, assignment)) return true;
  if (!isQuoted && isOfSameName(text, name, assignment)) return true;
  if (hasOwnName(text, assignment) || isOfProgram(text, name, assignment)) return true;
  if (behind.space !== undefined && !isQuoted && OF_SESSION.test(given))
    return NUMBER_OF_SESSION.test(text.slice(start, end));
  if (behind.space !== undefined && isQuoted && OBJECT.test(given)) {
    return OBJECT_BEHIND.test(text.after(start, 100)) && !isInGroups(text.slice(start, end));
  }
  if (isBehind(text, name.end, VERSION_DIGEST)) return true;
  if (!isQuoted && isComputed(text, name)) return /^[A-Za-z$_]+$/.test(text.slice(start, end));
  const sign = behind.symbol?.trim();
  // -pass | -readpass
  if (sign === "|")
    return codeAt(text, start) === 45 || (isQuoted && isOfUnion(text, name, { start, end }));
  if (OF_BADGE.test(given) && BADGE.test(text.before(name.start, 64))) return true;
  // class _Ed25519PrivateKey(Ed25519PrivateKey)
  if (!isQuoted && codeAt(text, start - 1) === OPENING)
    return given.endsWith(text.slice(start, end));
  if (!isQuoted || sign !== ",") return false;
  // A key of an object, or the next item of a list.
  const value = text.slice(start, end);
  return (
    COLON_BEHIND.test(text.after(end, 5)) ||
    HOST.test(value) ||
    NUMBERED.test(given) ||
    isName(given, value) ||
    (isNext(given, value) && ITEM_BEHIND.test(text.after(end, 40)))
  );
}
