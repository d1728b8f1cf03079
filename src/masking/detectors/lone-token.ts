import { isShuffled } from "../checks/disorder.ts";
import { entropy, isSample, isScattered } from "../checks/randomness.ts";
import { CONTEXTUAL, type Detector, type Emit, type Hit } from "../detector.ts";
import {
  alnumRunEnd,
  alnumRunStart,
  classAt,
  codeAt,
  DIGIT,
  isWordAt,
  LOWER,
} from "../text/chars.ts";
import type { ScannedText } from "../text/scanned-text.ts";
import { saysHarmless } from "./named-literal.ts";

/** Fewest characters: identifiers that vendors give out have 22 to 29. */
const FEWEST = 32;
const MOST = 72;
/** Least entropy, in bits per character, of letters of both cases and digits; of small ones. */
const LEAST_ENTROPY = 4.2;
const LEAST_ENTROPY_SMALL = 3.9;
/** Farthest that a name stands before its value, and that lines of base64 are looked at. */
const REACH = 48;

/** What may touch the token on its left, and on its right. */
const OPENS = "\"'`([{<>|*";
const CLOSES = "\"'`)]}<>|*,;:.?!";
/** An element of XML that says what is in it, and what a test compares. */
const HARMLESS_BEFORE =
  /<(?:\w{1,20}:)?\w{0,20}(?:[Cc]ert|[Cc]ipher|[Dd]igest|[Mm]odulus|[Ss]ignature)\w{0,20}>\s{0,8}$|(?:expect|assert|[Ee]qual|toBe)\w{0,20}\(["'`]$/;
/** Addresses of content, and what is encoded twice. */
const KNOWN = /^(?:Qm[1-9A-HJ-NP-Za-km-z]{44}$|baf[a-z2-7]|eyJ|LS0tLS1)/;
/** A name, and what stands between it and the value. */
const NAMED = /([A-Za-z_][\w-]{0,30})["'`]?\]?[ \t]{0,4}(?::?=>?|:)[ \t]{0,4}["'`[(]{0,2}$/;

/** A token that stands by itself, wherever it does: nothing else that people write looks like it. */
export const loneToken: Detector = {
  type: "SECRET",
  name: "lone-token",
  kind: "secret",
  source: "tokens of services without a prefix, as they are pasted into questions, tickets, tables",
  check:
    "32 letters and digits or more in no order that words have, entropy of 3.9 to 4.2 bits a character; not encoded text, not a line of base64",
  context: "between spaces, quotes or brackets; not behind a name of identifiers and digests",
  gates: { digits: "mixed", word: [FEWEST, MOST] },
  find({ text, at }: Hit, emit: Emit): number {
    const end = alnumRunEnd(text, at, MOST + 1);
    const start = alnumRunStart(text, at, MOST);
    if (!isApart(text, start, end)) return end;
    const value = text.slice(start, end);
    if (!isToken(value) || KNOWN.test(value) || isEncodedText(value)) return end;
    if (isOfBlock(text, start, end)) return end;
    const before = text.slice(Math.max(0, start - REACH), start);
    const name = NAMED.exec(before)?.[1];
    if (HARMLESS_BEFORE.test(before)) return end;
    if (name === undefined || !saysHarmless(name)) emit(start, end, CONTEXTUAL);
    return end;
  },
};

/** Whether the word that is as long as a token has digits and small letters, and space or quotes around it. */
function isApart(text: ScannedText, start: number, end: number): boolean {
  if (end - start < FEWEST || end - start > MOST) return false;
  const before = codeAt(text, start - 1);
  const after = codeAt(text, end);
  if (before > 32 && !OPENS.includes(String.fromCharCode(before))) return false;
  if (after > 32 && !CLOSES.includes(String.fromCharCode(after))) return false;
  if ((after === 46 || after === 58) && isWordAt(text, end + 1)) return false;
  let kinds = 0;
  for (let i = start; i < end; i++) kinds |= classAt(text, i);
  return (kinds & DIGIT) !== 0 && (kinds & LOWER) !== 0;
}

function isToken(value: string): boolean {
  if (isSample(value)) return false;
  if (isShuffled(value)) return entropy(value) >= LEAST_ENTROPY;
  return isScattered(value) && entropy(value) >= LEAST_ENTROPY_SMALL;
}

/** Whether it is base64 of words: `U29tZSB0ZXh0…`. */
function isEncodedText(value: string): boolean {
  return /^[\t\n\r\x20-\x7e]*$/.test(Buffer.from(value, "base64").toString("latin1"));
}

/** Whether the line before or behind goes on with it, as certificates and pictures do. */
function isOfBlock(text: ScannedText, start: number, end: number): boolean {
  const around = `${text.slice(Math.max(0, start - REACH), start)}\u007f${text.slice(end, end + REACH)}`;
  return /-{4}\s{1,12}\u007f|[A-Za-z0-9+/]{32}={0,2}["',\\nr\s]{1,12}\u007f|\u007f["',\\nr\s]{1,12}[A-Za-z0-9+/]{32}/.test(
    around,
  );
}
