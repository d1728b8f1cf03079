import { composedAt, isMark } from "../text/composed.ts";
import {
  caretEnd,
  disguiseEnd,
  hasMarkedDigits,
  isColoured,
  isOfCmd,
  isRawMail,
  isShown,
  MAY_BE_DISGUISE,
  MAY_BE_IN_MAIL,
  MAY_BE_SHOWN,
  undisguised,
} from "../text/disguises.ts";
import { withFormSpaces } from "../text/form-values.ts";
import { mayJoin } from "../text/joining.ts";
import { withSentenceDashes } from "../text/sentence-dashes.ts";

/**
 * The differences between a view and its original: one entry for each disguise that was not one
 * code unit long.
 */
interface Shifts {
  /** Index in the view from which the shift applies. */
  readonly at: number[];
  /** The sum of all shifts up to this one. */
  readonly by: number[];
  /**
   * Number of code units of the original that the one before `at` represents; 0 if there is none.
   */
  readonly width: number[];
}

/** A text as detectors see it, with the mapping back to the original. */
export class View {
  readonly text: string;
  readonly #shifts: Shifts;

  constructor(text: string, shifts: Shifts) {
    this.text = text;
    this.#shifts = shifts;
  }

  /** Whether all offsets are the same as in the original text. */
  get isAligned(): boolean {
    return this.#shifts.at.length === 0;
  }

  /** Where the code unit at `index` of the view begins in the original text. */
  toStart(index: number): number {
    const shift = this.#shiftsUpTo(index);
    return shift === 0 ? index : index + (this.#shifts.by[shift - 1] as number);
  }

  /** Where the code unit before `index` of the view ends in the original text. */
  toEnd(index: number): number {
    const { at, width } = this.#shifts;
    if (at.length === 0 || index === 0) return index;
    const last = this.toStart(index - 1);
    let shift = this.#shiftsUpTo(index) - 1;
    // Invisible characters after a disguise have entries of their own with the same index.
    while (shift >= 0 && at[shift] === index && width[shift] === 0) shift--;
    // Without the first condition, V8 would look up a property named `-1`.
    return last + (shift >= 0 && at[shift] === index ? (width[shift] as number) : 1);
  }

  /** The first index of the view whose code unit begins at `index` of the original, or behind it. */
  fromOriginal(index: number): number {
    let low = 0;
    let high = this.text.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.toStart(middle) < index) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The number of shifts at or before `index` of the view. */
  #shiftsUpTo(index: number): number {
    const { at } = this.#shifts;
    let low = 0;
    let high = at.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((at[middle] as number) <= index) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const BRACKET = 91;
const EQUALS = 61;
const CARET = 94;
const LAST_OF_ASCII = 0x7f;

const NO_SHIFTS: Shifts = { at: [], by: [], width: [] };

/**
 * Returns the text without invisible characters, and with disguised characters (full width,
 * entities, percent escapes) as what they represent. A text without any is its own view. If a
 * disguise may have joined what belongs apart, a second view keeps all such disguises: what is a
 * value in only one of the two must be found as well.
 */
export function viewsOf(text: string): readonly [view: View, apart?: View] {
  const suspects = new Suspects(withSentenceDashes(withFormSpaces(text)));
  const first = suspects.next(0);
  if (first === text.length) return [new View(suspects.text, NO_SHIFTS)];
  const view = undisguisedView(suspects, first);
  return suspects.mayJoin ? [view, undisguisedView(suspects.apart(), first)] : [view];
}

/** ASCII characters that a disguise may begin with. */
const SIGNS: readonly string[] = ["\0", "&", "%", "\\", "\u001b", "\u007f"];
const SIGNS_OF_SHOWN: readonly string[] = [...SIGNS, "[", "^", "\n>", "\n+", "<!--", "<wbr"];
const SIGNS_OF_MAIL: readonly string[] = [...SIGNS_OF_SHOWN, "="];

/**
 * Finds where in a text a disguise may begin, which most characters cannot. In ASCII, each sign is
 * searched for separately, which takes a third of the time of searching for all at once.
 */
class Suspects {
  readonly text: string;
  readonly #isAscii: boolean;
  readonly #isShown: boolean;
  readonly #isColoured: boolean;
  readonly #isMail: boolean;
  readonly #isCmd: boolean;
  /** Whether any disguise so far may join what belongs apart. */
  mayJoin = false;
  #isApart = false;
  #isMarked: boolean | undefined;
  readonly #signs: readonly string[];
  /** The next position of each sign. */
  readonly #places: Int32Array;

  constructor(text: string) {
    this.text = text;
    this.#isAscii = Buffer.byteLength(text) === text.length;
    this.#isShown = isShown(text);
    this.#isColoured = this.#isShown && isColoured(text);
    this.#isMail = isRawMail(text);
    this.#isCmd = this.#isShown && isOfCmd(text);
    this.#signs = this.#isMail ? SIGNS_OF_MAIL : this.#isShown ? SIGNS_OF_SHOWN : SIGNS;
    this.#places = new Int32Array(this.#signs.length).fill(-1);
  }

  /**
   * The first position from `from` on, which must not decrease; the end of the text if there is
   * none.
   */
  next(from: number): number {
    if (this.#isAscii) return this.#nextSign(from);
    if (this.#isMail) return nextSuspect(this.text, from, MAY_BE_IN_MAIL);
    return nextSuspect(this.text, from, this.#isShown ? MAY_BE_SHOWN : MAY_BE_DISGUISE);
  }

  /** Where the disguise that begins with `code` at `index` ends; `index` if there is none. */
  endAt(index: number, code: number): number {
    if (code === BRACKET && !this.#isColoured) return index;
    if (code === EQUALS && !this.#isMail) return index;
    if (code === CARET && this.#isCmd) return caretEnd(this.text, index);
    let end = disguiseEnd(this.text, index, code);
    const isLoose = end === index && isMark(code) && this.#hasMarks();
    if (isLoose) end++;
    if (!isLoose && (end === index || !mayJoin(this.text, index, end))) return end;
    this.mayJoin = true;
    return this.#isApart ? index : end;
  }

  /** The same text for a view in which disguises that may join remain. */
  apart(): Suspects {
    const again = new Suspects(this.text);
    again.#isApart = true;
    return again;
  }

  #hasMarks(): boolean {
    this.#isMarked ??= hasMarkedDigits(this.text);
    return this.#isMarked;
  }

  #nextSign(from: number): number {
    const places = this.#places;
    const signs = this.#signs;
    const end = this.text.length;
    for (let i = 0; i < signs.length; i++) {
      if ((places[i] as number) >= from) continue;
      const place = this.text.indexOf(signs[i] as string, from);
      places[i] = place < 0 ? end : place;
    }
    let first = end;
    for (let i = 0; i < places.length; i++) first = Math.min(first, places[i] as number);
    return first;
  }
}

function nextSuspect(text: string, from: number, suspect: RegExp): number {
  suspect.lastIndex = from;
  return suspect.test(text) ? suspect.lastIndex - 1 : text.length;
}

/** The view of a text whose first suspect is at `first`. */
function undisguisedView(suspects: Suspects, first: number): View {
  const { text } = suspects;
  const parts: string[] = [];
  const at: number[] = [];
  const by: number[] = [];
  const width: number[] = [];
  let copied = 0;
  let shift = 0;
  for (let start = first; start < text.length; ) {
    const code = text.charCodeAt(start);
    const end = suspects.endAt(start, code);
    const size = end - start;
    // A mark belongs to the letter before it, unless that is a disguise.
    const composed =
      size === 0 && isMark(code) && start > copied ? composedAt(text, start) : undefined;
    if (composed !== undefined) {
      const base = start - 1;
      parts.push(text.slice(copied, base), composed.letter);
      at.push(base - shift + 1);
      shift += composed.end - start;
      by.push(shift);
      width.push(composed.end - base);
      copied = composed.end;
      start = composed.end;
      continue;
    }
    if (size === 0) {
      start++;
      // In a word of another alphabet, the next letter is a suspect too.
      if (code <= LAST_OF_ASCII) start = suspects.next(start);
      continue;
    }
    const shown = undisguised(text.slice(start, end));
    parts.push(text.slice(copied, start), shown);
    if (shown.length !== size) {
      at.push(start - shift + shown.length);
      shift += size - shown.length;
      by.push(shift);
      width.push(shown.length === 0 ? 0 : size);
    }
    copied = end;
    start = end;
  }
  if (copied === 0) return new View(text, NO_SHIFTS);
  parts.push(text.slice(copied));
  return new View(parts.join(""), { at, by, width });
}
