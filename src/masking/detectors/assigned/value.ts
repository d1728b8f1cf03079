import { entropy, isSample } from "../../checks/randomness.ts";
import { isCamelCase, readsAsWords } from "../../checks/words.ts";
import { compiled } from "../../pattern/compiled.ts";
import { classAt, classOf, DIGIT, LOWER, SPACE, UPPER } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import type { Grade } from "./name.ts";

/** How a value was written, which says how much may be taken for a literal. */
export interface Written {
  readonly grade: Grade;
  /** In quotes, so it is text and not an expression. */
  readonly isQuoted: boolean;
  /** In an environment file, a shell option, an XML tag or a sentence: text as well. */
  readonly isText: boolean;
}

/** Longest value that is taken for one secret. */
export const MAX_VALUE = 512;

const TEMPLATE = compiled(
  /\$\{|\{\{|\}\}|\$\(|%\(|%[sdv@](?!\w)|^%\w{1,40}%$|^%\{|<[A-Za-z_/-]|\*\*\*|\.\.\.|^[$@<{[(]|^\[|\]$|^\w{1,40}\(|\)$|#\{|^:|^\*\.|\.\*(?:\.|$)|\[\d{1,3}\]\.|\u007f/,
);
const LOCATION = compiled(
  /^(?:https?|ftp|file|wss?|s3|gs|arn|urn|mailto|data|spiffe|vault|op|ssm|secretsmanager):|^(?:\.{0,2}|~)\/|^[A-Za-z]:\\|\.(?:pem|key|crt|cer|json|ya?ml|txt|p12|pfx|jks|env|js|ts|py|go|java|php|html|css|png|md)$/i,
);
const RESERVED = compiled(
  /^(?:true|false|null|none|nil|undefined|nan|void|string|number|boolean|object|required|optional|n\/a|na|unset|empty|admin|root|user|guest|test|default|sha-?\d+|md5|rsa-?\d*|hs\d+|rs\d+|es\d+|ps\d+|utf-?8|base64|oauth2?(?:\.0)?|ed25519|x25519|secp256[kr]1|aes-?\d*(?:-\w+)*|bcrypt|argon2\w*|pbkdf2\w*|jwt|http\/?\d?.*|v\d+(?:\.\d+)*|0x[\da-f]{1,16}u?l{0,2}|rfc\d+|[\^~]\d+\.\d[\w.-]*|scram-sha-\d+(?:-plus)?|\d{1,4}[-./]\d{1,2}[-./]\d{1,4})$/i,
);

/** Fewest characters of a value, by what its name promised. */
const LEAST: Readonly<Record<Grade, number>> = {
  password: 6,
  secret: 8,
  spoken: 8,
  weak: 14,
  bare: 20,
};

/**
 * What most values in code do not have, at a glance: enough characters, none of them a space, and
 * among them a digit, or both capitals and small letters, or for a password a sign.
 */
export function mayBeSecret(
  text: ScannedText,
  { start, end }: { readonly start: number; readonly end: number },
  grade: Grade,
): boolean {
  if (end - start < LEAST[grade] || end - start > MAX_VALUE) return false;
  let kinds = 0;
  let signs = 0;
  for (let i = start; i < end; i++) {
    const kind = classAt(text, i);
    kinds |= kind;
    if (kind === 0) signs++;
  }
  if ((kinds & SPACE) !== 0) return false;
  if ((kinds & DIGIT) !== 0 || (signs > 0 && grade === "password")) return true;
  return (kinds & LOWER) !== 0 && (kinds & UPPER) !== 0;
}

/** Whether `value` is a secret, given what its name promised. */
export function isSecretValue(value: string, written: Written): boolean {
  if (value.length < 4 || value.length > MAX_VALUE) return false;
  if (TEMPLATE.test(value) || RESERVED.test(value) || isSample(value)) return false;
  if (LOCATION.test(value) && !isBase64(value)) return false;
  switch (written.grade) {
    case "password":
      return looksRandom(value) || isChosen(value, 6, written);
    case "secret":
      return looksRandom(value) || isChosen(value, 8, written) || /^\d{15,40}$/.test(value);
    case "spoken":
      return looksRandom(value) || looksTyped(value);
    case "weak":
      return looksRandom(value) && !isResourceName(value);
    case "bare":
      return looksRandom(value) && value.length >= 20 && !isHash(value) && /[A-Z]/.test(value);
  }
}

/** Names of algorithms, encodings and types: `sha256Hash`, `Base64String`. */
const TECHNICAL =
  /(?:sha|md|aes|des|rsa|utf|base|int|float|double|bcrypt|argon|pbkdf|hmac|oauth|x|ed|es|hs|rs|iso|win|http|ipv|vec|web)[-_]?\d/i;
/** Words that variables and functions are named after. */
const VARIABLE =
  /pass|pwd|secret|token|hash|user|value|string|param|field|input|var|arg|get|set|item|name|data|temp|test|key/i;
/** What programs count: `pass: iteration12`, `pass: shadow2048`. */
const COUNTED =
  /^(?:iteration|iter|step|round|phase|stage|epoch|batch|attempt|loop|cycle|level|filter|shader|shadow|render|layer|chapter|version|line|page|block|node|index|count|size|seed|build|run|scene|sample)_?\d+$/i;

/**
 * What a person chose for a password, and no variable is called: a word with two digits or more
 * behind it or in it, `Garten4711` or `tulpe88Vase`. Of words that programs use, three digits.
 */
export function looksChosen(value: string): boolean {
  if (!/^[A-Za-z0-9]+[_$#!]?[A-Za-z0-9]+$/.test(value) || value.length < 8 || value.length > 40)
    return false;
  if (isSample(value) || RESERVED.test(value) || COUNTED.test(value)) return false;
  if (TECHNICAL.test(value) || !/[A-Za-z]/.test(value) || isHash(value)) return false;
  const digits = Math.max(0, ...(value.match(/\d+/g) ?? []).map((run) => run.length));
  const isPlain = VARIABLE.test(value) || value.includes("_");
  return digits >= (isPlain ? 3 : 2) || (digits > 0 && (isJumbled(value) || isCapitalised(value)));
}

/**
 * What a person types for a password and nobody writes in a sentence or in code: letters, digits and
 * signs in one word, `falcon#463`, `C0ff331!`, or capitals and small letters in the middle of it.
 */
export function looksTyped(value: string): boolean {
  if (!/^[\w!#%^&*+?.@$=~-]{8,64}$/.test(value) || !/\d/.test(value) || !/[A-Za-z]/.test(value))
    return false;
  if (TEMPLATE.test(value) || RESERVED.test(value) || LOCATION.test(value) || isSample(value))
    return false;
  if (/^[#&*+?.=~-]|[=?.]$|\w@[\w-]+\.\w|==|&&|\.\w+[=(]|\?\w+=/.test(value)) return false;
  if (/[!#%^*@$]/.test(value)) return !/^[@#]|^[A-Za-z]{2,}[!@][a-z]+\d{0,4}$/.test(value);
  const plain = value.replace(/[^A-Za-z0-9]/g, "");
  return plain.length * 5 >= value.length * 4 && isJumbled(plain);
}

/** A path has no digits and capitals all over, and does not end in `=`. */
function isBase64(value: string): boolean {
  return (
    /^[A-Za-z0-9+/]{30,512}={1,2}$/.test(value) ||
    (/^[A-Za-z0-9+/]{40,512}$/.test(value) && isShuffled(value))
  );
}

/** `us-east-1:123456789012:vpc/vpc-0a1b2c`: words and identifiers joined by colons and slashes. */
function isResourceName(value: string): boolean {
  return /(?:[:/][^:/]*){2}/.test(value) && /^[a-z][\w-]*[:/]/.test(value);
}

/** Long enough, mixed enough and uneven enough that no person would have written it. */
export function looksRandom(value: string): boolean {
  if (value.length < 14 || !/^[\w.~+/=:%|!@#^&*$-]+$/.test(value)) return false;
  if (isSample(value) || entropy(value) < 3) return false;
  if (isShuffled(value)) return true;
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (isUuid(value) || isCamelCase(value)) return isUuid(value);
  // Words and numbers joined by dashes are a name: claude-3-5-sonnet-20241022.
  if (value.length < 16) return changes(value) >= 4 && /[A-Z]/.test(value) && /[a-z]/.test(value);
  const pieces = value.split(/[^A-Za-z0-9]+/);
  return pieces.some((piece) => piece.length >= 10 && isMixed(piece)) || isScattered(value);
}

/** Fewest turns, per character, of what is random; and of what is, as long as no word is in it. */
const MANY_TURNS = 0.5;
const SOME_TURNS = 0.35;

/**
 * Capitals and small letters in no order that words have: `ZOrOV4tZGoCLgFvH`. Of random letters and
 * digits, two neighbours in three are of different kinds; in camel case it is two in a whole word.
 */
export function isShuffled(value: string): boolean {
  if (!/[a-z]/.test(value) || !/[A-Z]/.test(value)) return false;
  const plain = value.replace(/[^A-Za-z0-9]+/g, "");
  const hasDigit = /\d/.test(plain);
  if (plain.length < (hasDigit ? 14 : 20) || (!hasDigit && readsAsWords(value))) return false;
  // Dots, slashes and capitals join names; a random value has few of them.
  if ((value.length - plain.length) * 6 > value.length || isCamelCase(plain)) return false;
  const turns = turnsOf(plain) / (plain.length - 1);
  return turns >= MANY_TURNS || (turns >= SOME_TURNS && wordsIn(plain) < plain.length * 0.55);
}

/** How many characters belong to what could be words: `OAuth2TokenAuth` has thirteen. */
function wordsIn(value: string): number {
  let size = 0;
  for (const [word] of value.matchAll(/[A-Z]?[a-z]{3,64}/g)) {
    if (/[aeiouy]/i.test(word)) size += word.length;
  }
  return size;
}

/** A short `isShuffled`: capitals and small letters in turns, with no word among them. */
function isJumbled(value: string): boolean {
  if (!/^[A-Za-z0-9]+$/.test(value)) return false;
  const turns = turnsOf(value);
  const isEven = turns < MANY_TURNS * (value.length - 1);
  if (isEven && turns < SOME_TURNS * (value.length - 1)) return false;
  if (!/[a-z]/.test(value) || !/[A-Z]/.test(value)) return false;
  // With fewer turns nothing in it may read like a word.
  return wordsIn(value) < (isEven ? 1 : value.length * 0.55);
}

/** `Sommer9x`: a word with a capital and a digit in it, neither at its end. */
function isCapitalised(value: string): boolean {
  return /^[A-Z][a-z]{3,20}\d[a-z]{1,3}$/.test(value) && !VARIABLE.test(value);
}

/** How often the value goes from small letters to capitals to digits, in any order. */
function turnsOf(value: string): number {
  let turns = 0;
  let before = classOf(value.charCodeAt(0));
  for (let i = 1; i < value.length; i++) {
    const kind = classOf(value.charCodeAt(i));
    if (((before ^ kind) & (DIGIT | LOWER | UPPER)) !== 0) turns++;
    before = kind;
  }
  return turns;
}

/** Digits among the letters, not just behind them. */
function isMixed(piece: string): boolean {
  return changes(piece) >= 3 || /^[0-9a-f]{16,}$/i.test(piece);
}

/** Several short mixed pieces: `61r-h-7_0wp-4vlc3vtbj`. */
function isScattered(value: string): boolean {
  return (
    value.length >= 20 && changes(value) >= 6 && !/^[\d.:T/+-]+Z?$/.test(value) && !hasWord(value)
  );
}

function hasWord(value: string): boolean {
  return value
    .split(/[^A-Za-z]+/)
    .some(
      (run) =>
        run.length >= 5 &&
        readsAsWords(run) &&
        /[aeiou]/i.test(run) &&
        /^(?:[A-Z]?[a-z]+|[A-Z]+)$/.test(run),
    );
}

/** How often the value goes from a letter to a digit or back. */
function changes(value: string): number {
  return value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
}

function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}

function isHash(value: string): boolean {
  return /^[0-9a-f-]{24,128}$/i.test(value);
}

/**
 * user_name_2, step1.title, v2-beta: words and numbers, put together like the name of something.
 * Each piece can be read in one way only, or the reading of a long number would take forever.
 */
const WORDS_AND_NUMBERS = /^[a-z]+(?:[-_./:](?:[a-z]+|\d+)|(?<=[a-z])\d+|(?<=\d)v\d+)+$/i;

/** What a person would choose, or a short token: letters with digits or punctuation among them. */
function isChosen(value: string, least: number, { isQuoted, isText, grade }: Written): boolean {
  if (value.length < least || value.length > 128 || /\s/.test(value)) return false;
  // lock%26key: words of a query, escaped.
  if (/^[a-z]+(?:%[0-9A-F]{2}[a-z]+)+$/i.test(value)) return false;
  if (readsAsWords(value) && !/[!@#$%^&*?]/.test(value)) return false;
  const hasLetter = /[A-Za-z]/.test(value);
  const hasDigit = /\d/.test(value);
  if (!hasLetter)
    return (
      grade === "password" && hasDigit && (isQuoted || isText) && !/^[\d.,:-]{1,5}$/.test(value)
    );
  if (!hasDigit && value.length >= least + 4 && isJumbled(value.replace(/=+$/, ""))) return true;
  if (!hasDigit)
    return (
      /[!@#$%^&*?]/.test(value) &&
      isQuoted &&
      grade === "password" &&
      !/[=&;(){}]|\w@\w/.test(value)
    );
  if (!isQuoted && isExpression(value, isText)) return false;
  // POSTGRES_SCRAM_SHA_256: the name of a constant.
  if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(value)) return false;
  if (grade !== "password" && (WORDS_AND_NUMBERS.test(value) || isCamelCase(value))) return false;
  if (/^[a-z]+(?:[-_./][a-z]+)+[-_.]?\d{0,2}$/i.test(value))
    return grade === "password" && (isPassphrase(value) || isShortPassphrase(value));
  return true;
}

/** Words as generators of passwords join them, and a number: nothing in a program is called so. */
const PASSPHRASE = /^[A-Za-z]{3,12}(?:([-_.])[A-Za-z]{3,12})(?:\1[A-Za-z]{3,12}){1,6}\1?\d{1,2}$/;
/** Two of them, and a number of two digits. */
const SHORT_PASSPHRASE = /^[A-Za-z]{4,12}-[A-Za-z]{4,12}-\d\d$/;

/** Three words or more and a number, `lantern-copper-meadow41`, none of them one that variables are named after. */
export function isPassphrase(value: string): boolean {
  return PASSPHRASE.test(value) && !VARIABLE.test(value);
}

/**
 * `copper-meadow-41`, for where a name and an operator say that it is a password: by itself it could
 * as well be the name of a machine.
 */
function isShortPassphrase(value: string): boolean {
  return SHORT_PASSPHRASE.test(value) && !VARIABLE.test(value);
}

/** Without quotes, code: a member, a call, a variable with a number behind it. */
function isExpression(value: string, isText: boolean): boolean {
  if (/[([{]|\/\*|=>|::|->|&&|\|\||^!|^&|\?\./.test(value)) return true;
  if (/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(value))
    return (
      changes(value) < 4 && !value.split(".").some((piece) => piece.length >= 8 && isJumbled(piece))
    );
  if (isText || !/^[A-Za-z_$][\w$]*$/.test(value) || /\d{2}\$$/.test(value)) return false;
  return changes(value) < 3 && !isJumbled(value);
}
