import { changes, isJumbled } from "../../../checks/disorder.ts";
import { isSurelyDrawn } from "../../../checks/letter-pairs.ts";
import { isSample } from "../../../checks/randomness.ts";
import { isCamelCase } from "../../../checks/words.ts";
import type { Written } from "../name/name.ts";
import {
  COUNTED,
  isMember,
  isNamedSo,
  MEMBER,
  TECHNICAL,
  VARIABLE,
} from "../name/program-names.ts";
import { isOfLetters, SIGN_AT_END } from "./letters-only.ts";
import { isHash, isLocation, isReserved, isTemplate } from "./no-secret.ts";
import { isSaying } from "./sayings.ts";

/**
 * A password that a person chose and that is no name of a variable: a word with two or more digits
 * after or inside it, `Garten4711` or `tulpe88Vase`. Words that programs use need three digits.
 */
export function looksChosen(value: string): boolean {
  if (value.length < 8 || value.length > 40) return false;
  if (!/^[A-Za-z0-9]+(?:[_$#!]?[A-Za-z0-9]+|_)$/.test(value)) return false;
  if (isSample(value) || isReserved(value) || COUNTED.test(value)) return false;
  if (TECHNICAL.test(value) || !/[A-Za-z]/.test(value) || isHash(value)) return false;
  const digits = Math.max(0, ...(value.match(/\d+/g) ?? []).map((run) => run.length));
  const isPlain = VARIABLE.test(value) || value.includes("_");
  return digits >= (isPlain ? 3 : 2) || (digits > 0 && (isJumbled(value) || isCapitalised(value)));
}

/** Quotes that belong to the value, as literals escape them. */
const OWN_QUOTES = /\\["']|""|''/g;

/**
 * What a person types as a password and nobody writes in a sentence or in code: letters, digits and
 * punctuation in one word, `falcon#463`, `C0ff331!`; mixed case in the middle of a word; or letters
 * in random order.
 */
export function looksTyped(value: string): boolean {
  const unquoted = value.replace(OWN_QUOTES, "");
  if (unquoted !== value) return looksTyped(unquoted);
  if (isExclaimed(value) && /[A-Z]/.test(value)) return !isSample(value);
  if (!/^[\w!#%^&*+?.@$=~-]{8,64}$/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (!/\d/.test(value)) return isSurelyDrawn(value.replace(SIGN_AT_END, "")) && !isNamedSo(value);
  if (isTemplate(value) || isReserved(value) || isLocation(value) || isSample(value)) return false;
  if (/^[#&*+?.=~-]|[=?.]$|\w@[\w-]+\.\w|==|&&|&0x|\.\w+=|\?\w+=/.test(value)) return false;
  if (/[!#%^*@$]/.test(value)) return !/^[A-Za-z]{2,}[!@][a-z]+\d{0,4}$/.test(value);
  // page?q1, black&white2, flags&0x1F: words joined by punctuation, patterns, masks.
  if (
    /[&?]/.test(value) &&
    !/^[A-Z]&[A-Z]|^[A-Za-z]{2,}[&?][A-Za-z]+\d{0,4}$|^[a-z]+\?[a-z]|=/.test(value)
  )
    return true;
  const plain = value.replace(/[^A-Za-z0-9]/g, "");
  return plain.length * 5 >= value.length * 4 && isJumbled(plain);
}

/** Most words of a password with spaces; anything longer is a sentence. */
const MOST_TYPED_WORDS = 3;

/**
 * A typed password with spaces, `Fal con#4631`: few words, one of which has letters, digits and
 * punctuation inside, unlike words of sentences.
 */
export function looksTypedApart(value: string): boolean {
  const words = value.split(" ");
  if (value.includes("\u007f")) return false;
  if (words.length < 2 || words.length > MOST_TYPED_WORDS || value.length > 64) return false;
  return words.some((word) => {
    const plain = word.replace(/["'\\`]/g, "");
    if (words.length > 2 && NUMBERED.test(plain)) return false;
    return MIXED.test(plain) && !isTemplate(plain) && !isLocation(plain) && !isSample(plain);
  });
}

/**
 * Letters, digits and punctuation before the last character; not an address, a measure or a format
 * placeholder.
 */
const MIXED =
  /^(?=.*\d)(?=.*[A-Za-z]{2})(?=.*[!#$%^&*@~].)(?!.*@[\w-]+\.|.*%\d\$|[@#$&~]|\d+[%*])[\w!#$%^&*+?.@~-]{5,64}$/;
/** `issue#123` and `user@host2`, which occur in sentences as well. */
const NUMBERED = /^[A-Za-z]+[#@]\w+$/;

/** `Sommer9x`: a capitalized word with a digit that is not its last character. */
function isCapitalised(value: string): boolean {
  return /^[A-Z][a-z]{3,20}\d[a-z]{1,3}$/.test(value) && !VARIABLE.test(value);
}

/**
 * user_name_2, step1.title, v2-beta: words and numbers joined as in identifiers. Each piece can
 * match in only one way: otherwise a long number would cause catastrophic backtracking.
 */
const WORDS_AND_NUMBERS = /^[a-z]+(?:[-_./:](?:[a-z]+|\d+)|(?<=[a-z])\d+|(?<=\d)v\d+)+$/i;

/** `symbol2label`, `text2speech`: what turns one thing into another; not `copper2meadow`. */
const CONVERSION =
  /^[a-z]{3,12}2(?:vec|label|text|speech|audio|image|video|code|json|xml|html|csv|yaml|pdf|sql|idx|id|index|word|char|token|seq|sequence|string|bytes|int|hex|bin|number|tensor|embedding)s?$/;

function isOfWords(value: string): boolean {
  return WORDS_AND_NUMBERS.test(value) || isCamelCase(value) || CONVERSION.test(value);
}

/**
 * `svc@host`. Values with more punctuation, such as `sch@tzi#cactus` and `m@rble-qu@rtz`, are not
 * addresses.
 */
const ADDRESS_LIKE = /^[^@]*\w@[\w.:/-]+$|\w@\w[^@]*\./;

/** Chosen by a person, or a short token: letters mixed with digits or punctuation. */
export function isChosen(value: string, least: number, written: Written): boolean {
  const { isQuoted, isText, grade } = written;
  if (value.length < least || value.length > 128 || /\s/.test(value)) return false;
  if (isPercentEncoded(value)) return false;
  const hasLetter = /[A-Za-z]/.test(value);
  const hasDigit = /\d/.test(value);
  if (!hasLetter)
    return (
      grade === "password" && hasDigit && (isQuoted || isText) && !/^[\d.,:-]{1,5}$/.test(value)
    );
  if (
    !hasDigit &&
    value.length >= least + 4 &&
    isJumbled(value.replace(grade === "password" ? /[=_-]+/g : /=+$/, ""))
  )
    return true;
  if (!hasDigit && isOfLetters(value, written)) return true;
  if (!hasDigit)
    return (
      grade === "password" &&
      (isQuoted ? /[!@#$%^&*?]/.test(value) : isExclaimed(value)) &&
      !/[=&;(){}]/.test(value) &&
      !ADDRESS_LIKE.test(value)
    );
  if (!isQuoted && isExpression(value, isText)) return false;
  // POSTGRES_SCRAM_SHA_256: the name of a constant.
  if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(value)) return false;
  if (grade !== "password" && isOfWords(value)) return false;
  if (/^[a-z]+(?:[-_./][a-z]+)+[-_.]?\d{0,2}$/i.test(value))
    return (
      grade === "password" && (isPassphrase(value) || isShortPassphrase(value) || isPair(value))
    );
  return true;
}

/** `lock%26key`: words of a query. Between letters, an escape is of a sign of ASCII. */
function isPercentEncoded(value: string): boolean {
  if (!/^[a-z]+(?:%[2-7][0-9A-F][a-z]+)+$/i.test(value)) return false;
  return !isJumbled(value.replace(/%../g, ""));
}

/** `Heron!meadow`: sentences and code have nothing like it. */
export function isExclaimed(value: string): boolean {
  return /^[A-Za-z]{3,16}!{1,2}[A-Za-z]{3,16}!{0,2}$/.test(value);
}

/**
 * Two words and a digit, as people choose and generators make them: `Heron-Meadow4`, `heron_vpn2`.
 */
const PAIR = /^([A-Za-z]{3,12})[-_][A-Za-z]{1,12}[1-9]$/;
/** Pairs whose number belongs to the last word: `hmac-sha1`, `api_v2`. */
const COUNTED_PAIR = /[-_](?:sha|md|v|utf|hmac|rsa|aes|part|step|phase|line|col|row|level)\d$/i;

/** Whether such a pair names nothing in a program, unlike `admin-password2` and `web-server1`. */
export function isPair(value: string): boolean {
  const first = PAIR.exec(value)?.[1];
  if (first === undefined || hasWordOfVariables(value) || COUNTED_PAIR.test(value)) return false;
  return !isSaying(first.toLowerCase());
}

/** `Markus_60`: a name and a number, which a sentence would separate with a space. */
export function isNumberedName(value: string): boolean {
  return /^[A-Z][a-z]{3,11}[_.]\d{2}$/.test(value) && !isNamedSo(value);
}

/**
 * Words joined as by password generators, and a number, which with capitals may be behind any of
 * them: `Pepper-Grove5-Hazel`. Nothing in a program is named like this.
 */
const PASSPHRASE =
  /^(?:[A-Za-z]{3,12}(?:([-_.])[A-Za-z]{3,12})(?:\1[A-Za-z]{3,12}){1,6}\1?\d{1,2}|(?=\D*\d-\D*$)[A-Z][a-z]{2,11}\d?(?:-[A-Z][a-z]{2,11}\d?){2,7})$/;
/** Two such words and a two-digit number. Machines, without capitals, are numbered from 01. */
const SHORT_PASSPHRASE =
  /^(?:[A-Za-z]{4,12}-[A-Za-z]{4,12}-\d\d|[A-Za-z]{3,12}([-_.])[A-Za-z]{3,12}\1?[1-9]\d|[A-Z][a-z]{2,11}([-_.])[A-Z][a-z]{2,11}0[1-9])$/;

/** Such a word at the beginning of a word: not the `key` of `monkey` or the `set` of `sunset`. */
const BEGINS_VARIABLE = new RegExp(`(?:^|[-_.])(?:${VARIABLE.source})`, "i");

function hasWordOfVariables(value: string): boolean {
  return BEGINS_VARIABLE.test(value) || (/[a-z][A-Z]/.test(value) && VARIABLE.test(value));
}

/**
 * Three or more words and a number, `lantern-copper-meadow41`, none of which variables are named
 * after.
 */
export function isPassphrase(value: string): boolean {
  return PASSPHRASE.test(value) && !hasWordOfVariables(value);
}

/** Plain words joined by dashes or spaces: three, and four or more. */
const THREE_WORDS = /^[a-z]{4,12}(?:-[a-z]{4,12}){2}$/;
const PLAIN_PHRASE = /^[a-z]{3,12}(?:([- ])[a-z]{3,12})(?:\1[a-z]{3,12}){2,7}$/;

/**
 * `lantern-copper-meadow-vase`, as passphrase generators make them: four or more words, none of
 * which is typical of sentences, settings or variables.
 */
export function isPlainPhrase(value: string): boolean {
  return (
    PLAIN_PHRASE.test(value) && !isSaying(value) && !hasWordOfVariables(value.replaceAll(" ", "-"))
  );
}

/** Five or more words joined by dots, unlike any member, or four or more joined by underscores. */
const JOINED_PHRASE = /^[a-z]{3,12}(?:(?:\.[a-z]{3,12}){4,7}|(?:_[a-z]{3,12}){3,7})$/;

/** `tulip.copper.meadow.vase.crane`: such a phrase, for names that announce one. */
export function isJoinedPhrase(value: string): boolean {
  if (!JOINED_PHRASE.test(value)) return false;
  const words = value.replace(/[._]/g, "-");
  return !isSaying(words) && !hasWordOfVariables(words);
}

/** `copper-meadow` and `copperMeadow`, of words that programs do not use. */
const TWO_WORDS = /^[a-z]{4,12}(?:-[a-z]{4,12}|[A-Z][a-z]{3,12})$/;

/** Two words, as people join them, and programs as well. */
export function isTwoWords(value: string): boolean {
  if (!TWO_WORDS.test(value) || isNamedSo(value)) return false;
  return !isSaying(value.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`));
}

/** `copper-meadow-vase`: a phrase of three words. Names of things look like this as well. */
export function isBriefPhrase(value: string): boolean {
  return THREE_WORDS.test(value) && !isSaying(value) && !hasWordOfVariables(value);
}

/** `copper-meadow-signing-243`: words and a number of three or four digits that is not a year. */
const COUNTED_PHRASE = /^[a-z]{4,12}(?:-[a-z]{4,12}){1,4}-(?!(?:19|20)\d\d$)\d{3,4}$/;

/** Words used as a signing key: with a number, or three or more of them. */
export function isWordsOfKey(value: string): boolean {
  if (isPassphrase(value) || isShortPassphrase(value)) return true;
  if (COUNTED_PHRASE.test(value)) return !isSaying(value) && !hasWordOfVariables(value);
  return isBriefPhrase(value) || isPlainPhrase(value);
}

/**
 * `copper-meadow-41` and `Blue.Heron42`, where a name and an operator announce a password: alone,
 * it could just as well be the name of a machine.
 */
export function isShortPassphrase(value: string): boolean {
  if (!SHORT_PASSPHRASE.test(value) || hasWordOfVariables(value)) return false;
  if (TECHNICAL.test(value)) return false;
  return !isSaying(value.toLowerCase().replace(/[_.]/g, "-").replace(/\d/g, ""));
}

/** Unquoted code: a member, a call, a variable with a number. */
function isExpression(value: string, isText: boolean): boolean {
  if (/[([{]|\/\*|=>|::|->|&&|\|\||^!(?![A-Za-z\d]{5,32}[#$%^*]$)|^&|\?\./.test(value)) return true;
  if (MEMBER.test(value)) {
    const isTyped = isText && (NUMBER_AND_DOT.test(value) || isShortPassphrase(value));
    return isMember(value) && !isTyped;
  }
  if (isText || !/^[A-Za-z_$][\w$]*$/.test(value) || /\d{2}\$$/.test(value)) return false;
  if (CAPITAL_PAIR.test(value) && isShortPassphrase(value)) return false;
  return changes(value) < 3 && !isJumbled(value);
}

/** `Blue_Heron42`: no variable mixes the ways to join words. */
const CAPITAL_PAIR = /^[A-Z][a-z]{2,11}_[A-Z][a-z]{2,11}\d\d$/;

/** `Quartz546.pickle`: a number longer than objects have, and no file or host by its ending. */
const NUMBER_AND_DOT =
  /^[A-Za-z]{2,16}\d{3,6}\.(?![acdhmors]$|[a-z]{2,3}$|(?:xlsx|docx|pptx|conf|info|jpeg|webp|tiff|text|local|lock|swift|scala|toml|service|internal|cloud)$)[A-Za-z]{1,16}\d{0,4}$/;
