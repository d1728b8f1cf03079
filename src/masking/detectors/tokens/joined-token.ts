import { isShuffled, looksRandom } from "../../checks/disorder.ts";
import { entropy, isSample } from "../../checks/randomness.ts";
import { CONTEXTUAL, type Detector, type Emit, type Hit, SHAPED } from "../../scan/detector.ts";
import { codeAt, endsEscapedBreak, isAlnum, isWord } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import { isEncodedText, isOfChain, isSaidOrHandedOver } from "./lone-token.ts";
import { beginsDigest, isNamedOtherwise } from "./named-otherwise.ts";
import { HARMLESS } from "./prefixed-token.ts";

/**
 * Minimum length of one alphanumeric run in it: in random base64url, one character in 32 is a dash.
 */
const FEWEST_TOGETHER = 12;
const MOST_TOGETHER = 160;
/** Minimum length after a prefix, and minimum length if the context must identify it as a token. */
const FEWEST = 32;
const FEWEST_SAID = 16;
/** Minimum length of a part delimited by a dot, and of all such parts together. */
const FEWEST_OF_PART = 14;
const FEWEST_OF_PARTS = 40;
/** Maximum length of a part that is not random: a prefix, a version, a region. */
const MOST_OF_MARK = 8;
const MOST = 320;
/** Minimum entropy, in bits per character: for 32 and for 14 random characters. */
const LEAST_ENTROPY = 4.2;
const LEAST_ENTROPY_OF_PART = 3.3;

/** `acme_`, `ACME-`, `acme_live_`, `acme-v1-`. */
const PREFIX =
  /^(?:[a-z][a-z0-9]{1,15}|[A-Z][A-Z0-9]{1,15})(?:[_-][a-z]{1,10}\d{0,2}){0,3}[_-](?=[\w+/=-]{1,320}$)/;
/** The same before parts delimited by dots. */
const MARK = /^[a-z][a-z0-9]{1,8}_/;
/** `a.`, `ab.cd.live.`, before a single value. */
const MARKS = /^(?:[A-Za-z][A-Za-z0-9]{0,7}\.){1,3}(?=[\w+/=-]{1,320}$)/;
/** Commands and coordinates of a drawing: `64v128H192v128H0v-25.6` (SVG 2, 9.3.9). */
const DRAWN = /^[\d.mlhvcsqtaz-]+$/i;
/**
 * A word between two separators, as in names, paths and text; and the next word of a constant:
 * `SEA_` in `NODE_SEA_FUSE_…`.
 */
const NAMED = /(?:^|[-_./])[A-Za-z][a-z]{2,}[-_./]|^[A-Z]{3,}_/;

/** A random value with dashes, dots or slashes in it: after a vendor's prefix, or in parts. */
export const joinedToken: Detector = {
  type: "SECRET",
  name: "joined-token",
  kind: "secret",
  source: "rfc-editor.org/rfc/rfc4648#section-5, as vendors write random bytes behind a prefix",
  check:
    "32 or more base64 characters in random order after a prefix, or parts of 14 or more joined by dots; entropy of 4.2 bits per character; from 16 characters on if nearby words mention a token",
  context: "between spaces, quotes or brackets; not identifiers, digests, names and paths",
  gates: { digits: "mixed", word: [FEWEST_TOGETHER, MOST_TOGETHER] },
  find({ text, at }: Hit, emit: Emit): number {
    const end = runEnd(text, at);
    const start = runStart(text, at);
    if (end - start < FEWEST_SAID || end - start > MOST || !isApart(text, start, end)) return end;
    const value = text.slice(start, end);
    const prefix = PREFIX.exec(value) ?? MARKS.exec(value);
    // Most words with digits have neither, and need no further checks.
    if (prefix === null && !value.includes(".")) return end;
    if (HARMLESS.test(value) || isSample(value) || isNamedOtherwise(text, start)) return end;
    if (prefix === null) {
      if (isInParts(value)) emit(start, end, SHAPED);
      return end;
    }
    if (beginsDigest(prefix[0], value.length)) return end;
    const body = value.slice(prefix[0].length);
    if (isRandom(body, FEWEST, LEAST_ENTROPY)) emit(start, end, SHAPED);
    else if (looksRandom(body)) emit(start, end, CONTEXTUAL, isSaidOrHandedOver);
    return end;
  },
};

/** Whether it has at least two long parts, all of them random, and otherwise only marks. */
function isInParts(value: string): boolean {
  const parts = value.replace(MARK, "").split(".");
  if (parts.length < 2 || parts.length > 4) return false;
  const long = parts.filter((part) => part.length > MOST_OF_MARK);
  if (long.length < 2 || !isShuffled(long.join(""))) return false;
  return long.join("").length >= FEWEST_OF_PARTS && long.every(isPart);
}

function isPart(part: string): boolean {
  return /^[0-9a-f]{24,64}$/.test(part) || isRandom(part, FEWEST_OF_PART, LEAST_ENTROPY_OF_PART);
}

function isRandom(value: string, fewest: number, least: number): boolean {
  if (value.length < fewest || !/\d/.test(value) || NAMED.test(value)) return false;
  if (DRAWN.test(value)) return false;
  return isShuffled(value) && entropy(value) >= least && !isOfChain(value) && !isEncodedText(value);
}

/** Characters allowed directly before it, and directly after it. */
const OPENS = " \"'`([{<>|,:=";
const CLOSES = " \"'`)]}<>|,;:!?.\\&";

function isApart(text: ScannedText, start: number, end: number): boolean {
  const before = codeAt(text, start - 1);
  const after = codeAt(text, end);
  const isOpen = before <= 32 || OPENS.includes(String.fromCharCode(before));
  if (!isOpen && !endsEscapedBreak(text, start)) return false;
  if (after > 32 && !CLOSES.includes(String.fromCharCode(after))) return false;
  // An ellipsis: truncated, as in an example.
  return after !== 46 || codeAt(text, end + 1) !== 46;
}

/** Whether it is a character of base64 or base64url, or a dot. */
function isOf(code: number): boolean {
  return isWord(code) || code === 45 || code === 46 || code === 43 || code === 47;
}

function runStart(text: ScannedText, at: number): number {
  let start = at;
  while (at - start <= MOST && isOf(codeAt(text, start - 1))) start--;
  return start < at && endsEscapedBreak(text, start + 1) ? start + 1 : start;
}

/** Where it ends, without the period of a sentence. */
function runEnd(text: ScannedText, at: number): number {
  let end = at;
  while (end - at <= MOST && isOf(codeAt(text, end))) end++;
  while (end > at && !isAlnum(codeAt(text, end - 1))) end--;
  for (let padding = 0; padding < 2 && codeAt(text, end) === 61; padding++) end++;
  return end;
}
