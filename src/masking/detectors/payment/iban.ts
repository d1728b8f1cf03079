import { ibanMod97 } from "../../checks/checksums.ts";
import { ibanLength } from "../../checks/iban-countries.ts";
import { type Detector, type Emit, type Hit, VALIDATED } from "../../scan/detector.ts";
import { codeAt, isAlnumAt, isDigit, isLetterAt, startsToken } from "../../text/chars.ts";
import { isLabelAt } from "../../text/glued-labels.ts";
import type { ScannedText } from "../../text/scanned-text.ts";

/**
 * Maximum number of separators between two characters: a double space, or a line break with an
 * indent.
 */
const MAX_GAP = 3;
const SPACE = 32;

/** International bank account numbers, in groups or not, in any case. */
export const iban: Detector = {
  type: "IBAN",
  name: "iban",
  kind: "pii",
  source: "ISO 13616-1; lengths from the SWIFT IBAN Registry",
  check: "the country's length, remainder 1 modulo 97",
  gates: { digits: "mixed", word: [4, 64] },
  find({ text, at }: Hit, emit: Emit): number {
    // Most words with digits begin differently.
    if (!isLetterAt(text, at - 1) || !isLetterAt(text, at - 2)) return at;
    return accountFrom({ text, first: at - 2, second: at - 1, at }, emit);
  },
};

/**
 * Possible numbers of digits after the country code if there are no letters among them: Norway has
 * the fewest.
 */
const DIGITS = Array.from({ length: 14 }, (_, index) => 13 + index);

/**
 * The same with a space after the country code: `DE 89 37`, `DE 8937 0400`, `D E 8 9 3 7`, `DE
 * 893704…`.
 */
export const ibanApart: Detector = {
  type: "IBAN",
  name: "iban-apart",
  kind: "pii",
  source: "ISO 13616-1; lengths from the SWIFT IBAN Registry",
  check: "the country's length, remainder 1 modulo 97",
  gates: { digits: "run", least: 8, sizes: [1, 2, 4, ...DIGITS] },
  find({ text, at, run }: Hit, emit: Emit): number {
    if (codeAt(text, at - 1) !== SPACE) return at;
    // "at" followed by a long number is more often part of a sentence.
    if ((run.lengths[0] as number) > 4 && !isCapital(codeAt(text, at - 2))) return at;
    const first = codeAt(text, at - 3) === SPACE ? at - 4 : at - 3;
    const end = accountFrom({ text, first, second: at - 2, at }, emit);
    return end > at || first > at - 4 ? end : lettersApart(text, at, emit);
  },
};

/** Most characters before the first eight digits in a row: `G B 2 9 N W B K 6 0 …`. */
const MOST_BEFORE = 12;

/** The same for countries whose numbers have letters, with spaces between all characters. */
function lettersApart(text: ScannedText, at: number, emit: Emit): number {
  for (let first = at - 2; at - first <= 2 * MOST_BEFORE; first -= 2) {
    if (codeAt(text, first + 1) !== SPACE || !isAlnumAt(text, first)) return at;
    const end = accountFrom({ text, first, second: first + 2, at }, emit);
    if (end > at) return end;
  }
  return at;
}

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90;
}

/** The positions of the two letters of a possible country code, and where the digits begin. */
interface Place {
  readonly text: ScannedText;
  readonly first: number;
  readonly second: number;
  readonly at: number;
}

/** Emits the account number that begins there, if there is one. Returns where to continue. */
function accountFrom({ text, first, second, at }: Place, emit: Emit): number {
  if (!isLetterAt(text, second) || !isLetterAt(text, first)) return at;
  const length = ibanLength(codeAt(text, first), codeAt(text, second));
  if (length === 0 || !beginsHere(text, first)) return at;
  const end = collect(text, first, length);
  if (end < 0) return at;
  const written = text.slice(first, end);
  const compact = written.length === length ? written : written.replace(/[^A-Za-z0-9]/g, "");
  // Check digits range from 02 to 98; 00, 01 and 99 are congruent but never issued.
  if (!ibanMod97(compact) || /^..(?:0[01]|99)/.test(compact)) return at;
  if (isWorded(compact) && !AS_PRINTED.test(written)) return at;
  if (END_OF_SENTENCE.test(written)) return at;
  emit(first, end, VALIDATED);
  return end;
}

/**
 * Names and sentences have the right remainder by chance; at least a third of an account number is
 * usually digits.
 */
function isWorded(compact: string): boolean {
  let digits = 0;
  for (let i = 0; i < compact.length; i++) if (isDigit(compact.charCodeAt(i))) digits++;
  return digits * 3 < compact.length;
}

/**
 * One word, or groups of four in capitals, with one or two further digits at least: not the form of
 * a sentence. Account numbers of Romania, Malta and others are mostly letters.
 */
const AS_PRINTED =
  /^(?:[A-Z]{2}\d\d(?=[A-Z ]{0,40}\d)(?:[A-Z0-9]{11,30}|(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,3})?)|[a-z]{2}\d\d(?=(?:[a-z]{0,32}\d){2})[a-z0-9]{11,30})$/;

/** `AD1847/CS4248 ISA chips. port`: two words, and between them the end of a sentence. */
const END_OF_SENTENCE = /[a-z]{3}\.\s{1,2}[a-z]/i;

/** At the start of a word, directly after `IBAN`, or in a field of SWIFT's MT940 (`?31`). */
function beginsHere(text: ScannedText, start: number): boolean {
  return startsToken(text, start) || /(?:^|[^a-z0-9])iban$|\?\d\d$/i.test(text.before(start, 5));
}

/** The next field of a transfer, `…BIC+COBADEFF`, `…BIC COBADEFF`, or the account's currency, `…EUR`. */
const NEXT_FIELD =
  /^(?:(?:BIC|ABWA|ABWE|SVWZ|EREF|KREF|MREF|CRED|NAME)[+ ]|(?:EUR|USD|GBP|CHF|PLN|SEK|NOK|DKK|CZK|HUF|RON)(?![A-Za-z0-9]))/;

function endsAt(text: ScannedText, end: number): boolean {
  if (!isAlnumAt(text, end) || isLabelAt(text, end)) return true;
  return NEXT_FIELD.test(text.after(end, 5));
}

/** Where the `length`th letter or digit from `start` ends; -1 if the number does not end there. */
function collect(text: ScannedText, start: number, length: number): number {
  let taken = 0;
  let gap = 0;
  for (let i = start; i < text.length; i++) {
    if (isAlnumAt(text, i)) {
      gap = 0;
      taken++;
      if (taken === length) return endsAt(text, i + 1) ? i + 1 : -1;
    } else if (++gap > MAX_GAP || !" -.\n\r\t/_".includes(text.view.charAt(i))) {
      return -1;
    }
  }
  return -1;
}
