import { isShuffled } from "../../checks/disorder.ts";
import { isPublicPoint } from "../../checks/public-point.ts";
import { entropy, isSample } from "../../checks/randomness.ts";
import { groupsEnding, lookingBack } from "../../pattern/looking-back.ts";
import { CONTEXTUAL, type Detector, type Emit, type Hit } from "../../scan/detector.ts";
import { codeAt, dashedRunEnd, dashedRunStart, isLineEndAt } from "../../text/chars.ts";
import { withBreaks } from "../../text/escaped-breaks.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import { isDigestLong, isMachineMade, LEAST_ENTROPY, saysHarmless } from "./machine-made.ts";
import { CALL_REACH, isMadeWith } from "./made-with.ts";

/** Minimum length of a value. */
const FEWEST = 24;
/** Minimum length of an argument of a service's constructor. */
const FEWEST_ARGUMENT = 16;
const MOST = 100;
/** Minimum length after a colon. */
const FEWEST_OF_DATA = 30;
/** Maximum length of a name. */
const REACH = 40;

/** A name, an equals sign, the quote: `mailer = "…"`, `env["MAILER"] = "…"`. */
const GIVEN = lookingBack(
  /(?:^|[^\w.$-])([A-Za-z][A-Za-z0-9_-]{2,30})(?:\\{0,7}["']\])?[ \t]{0,4}:?=>?[ \t]{0,4}/,
);
/** A name, a colon, the quote: `"mailer": "…"`. */
const MEMBER = lookingBack(
  /(?:^|[^\w.$-])([A-Za-z][A-Za-z0-9_-]{2,30})(?:\\{0,7}["'])?:[ \t]{0,4}/,
);
/** A whole line of an environment file or a script, without quotes: `MAILER=…`. */
const LINE = lookingBack(
  /(?:^|\n)[ \t]{0,8}(?:(?:export|ENV|set|-) {1,2})?([A-Z][A-Z0-9_]{2,30})=/,
);
/** A whole line of YAML or of notes: `mailer: …`. */
const ENTRY = lookingBack(
  /(?:^|\n)[ \t]{0,12}(?:[-*] )?["']?([A-Za-z][A-Za-z0-9_-]{2,30})["']?:[ \t]{1,4}/,
);
/**
 * The header of a block of entries that are all secret, up to one of them. All are indented further
 * than the header.
 */
const HEAD = new RegExp(
  [
    // Its name, and up to six lines of the block before the entry.
    String.raw`(?:^|\n)([ \t]{0,16})(?![ \t#]|\/\/)[^\n]{0,32}` +
      "(?:stringData|(?<![A-Za-z])secrets?|credentials?|(?<![A-Za-z])creds|api[ _-]?(?:keys|tokens)|passwords)" +
      String.raw`["']?[ \t]{0,2}(?:[:=][ \t]{0,2}[{[]?|\{)[ \t]{0,2}\r?\n` +
      String.raw`(?:\1[ \t][^\n]{0,120}\n){0,6}\1[ \t][^\n]{0,48}$`,
    String.raw`(?<![A-Za-z])(?:secrets?|credentials?|api[ _-]?keys)["']? ?[:=] ?\{[^{}\n]{0,160}$`,
  ].join("|"),
  "i",
);
/** Names of entries in such a block that are not secret. */
const NO_KEY = /fingerprint|thumbprint|release|build|pwned|chart|mirror|^alg$|^kid$/i;
/** Maximum distance between an entry and the header of its block. */
const HEAD_REACH = 240;
/** Names of entries that hold keys, although the name does not say so. */
const KEYS = /(?:^|[_-])(?:api|wallet|deployer)$/i;
/** Those of them that are names of variables: an entry `api:` may also name a deployed commit. */
const VARIABLES = /^[A-Z0-9]+(?:_[A-Z0-9]+)*_API$/;

/**
 * A literal assigned to a name that does not describe it, but that can only be a key: `mailer =
 * "…"`.
 */
export const namedLiteral: Detector = {
  type: "SECRET",
  name: "named-literal",
  kind: "secret",
  source: "naming conventions of scripts that call one service",
  check: "24 or more letters and digits in random order, entropy of 3.8 bits per character",
  context:
    "in quotes after a name and `=` or `:`, as an argument of a client's constructor, or alone on a line after `NAME=`; not identifiers, digests and encoded content",
  gates: { digits: "mixed", word: [8, MOST] },
  find({ text, at, end }: Hit, emit: Emit): number {
    const stop = dashedRunEnd(text, end, MOST + 1);
    // In a JSON string, quotes and line breaks have backslashes before them.
    const escapes = backslashesAt(text, stop);
    const closing = codeAt(text, stop + escapes);
    const isQuote = closing === QUOTE || (closing === 39 && escapes === 0) || closing === 96;
    if (!isQuote && !isLineEnd(text, stop)) return stop;
    const start = dashedRunStart(text, at, MOST + 1);
    if (stop - start < FEWEST_ARGUMENT || stop - start > MOST) return stop;
    const opening = codeAt(text, start - 1);
    const isQuoted =
      isQuote && opening === closing && backslashesAt(text, start - 1 - escapes) === escapes;
    // A line may also end with the JSON string that it is in.
    if (!isQuoted && ((isQuote && closing !== QUOTE) || (opening !== 61 && opening !== 32)))
      return stop;
    const value = text.slice(start, stop);
    const nameEnd = isQuoted ? start - 1 - escapes : start;
    const before = withBreaks(text.before(nameEnd, REACH));
    const isNamed =
      (isQuoted && isArgument(text, nameEnd, value)) ||
      (value.length >= FEWEST &&
        (isNamedBy(before, value, isQuoted) ||
          (isEntry(before, isQuoted) && isMachineMade(value) && isBelowHead(text, nameEnd))));
    if (isNamed && !isSample(value) && !isPublicPoint(value)) emit(start, stop, CONTEXTUAL);
    return stop;
  },
};

/**
 * Whether the quoted value is an argument of a call that creates a client or configures a library.
 */
function isArgument(text: ScannedText, quote: number, value: string): boolean {
  const last = codeAt(text, codeAt(text, quote - 1) === 32 ? quote - 2 : quote - 1);
  if (last !== 40 && last !== 44) return false;
  return isMadeWith(withBreaks(text.before(quote, CALL_REACH)), value);
}

/** Whether an entry of data has a name that is not known to be harmless. */
function isEntry(before: string, isQuoted: boolean): boolean {
  const name = groupsEnding(before, isQuoted ? MEMBER : ENTRY)?.[1];
  return name !== undefined && (name === "value" || !saysHarmless(name)) && !NO_KEY.test(name);
}

/** Whether the entry whose value begins at `start` belongs to a block of secrets. */
function isBelowHead(text: ScannedText, start: number): boolean {
  return HEAD.test(withBreaks(text.before(start, HEAD_REACH)));
}

function isLineEnd(text: ScannedText, index: number): boolean {
  if (codeAt(text, index) !== BACKSLASH) return isLineEndAt(text, index);
  return /^\\{1,7}[nr]/.test(text.after(index, 8));
}

const QUOTE = 34;
const BACKSLASH = 92;
/** Backslashes before a quote in JSON in JSON in JSON. */
const MOST_ESCAPES = 7;

/** The number of backslashes from `index` on. */
function backslashesAt(text: ScannedText, index: number): number {
  let end = index;
  while (end - index < MOST_ESCAPES && codeAt(text, end) === BACKSLASH) end++;
  return end - index;
}

/**
 * Whether `before` ends with a name that is not known to be harmless, and the value is random
 * enough.
 */
function isNamedBy(before: string, value: string, isQuoted: boolean): boolean {
  const given = groupsEnding(before, isQuoted ? GIVEN : LINE)?.[1];
  if (given !== undefined) return !saysHarmless(given) && isMachineMade(value);
  const member = groupsEnding(before, isQuoted ? MEMBER : ENTRY)?.[1];
  // Data is full of identifiers, nearly all of them shorter.
  if (member === undefined || value.length < FEWEST_OF_DATA) return false;
  if (!/^[A-Za-z0-9]+$/.test(value) || saysHarmless(member)) return false;
  if (KEYS.test(member) && isMachineMade(value))
    return !isDigestLong(value) || VARIABLES.test(member) || isPrivateKey(member, value);
  return isShuffled(value) && entropy(value) >= LEAST_ENTROPY;
}

/** Whether it has the length of a signing key; wallet addresses have 40 digits. */
function isPrivateKey(member: string, value: string): boolean {
  return value.length === 64 && !/api$/i.test(member);
}
