import { codeAt } from "./text/chars.ts";

/**
 * Characters that people and pages put into values and that mean nothing to a detector, grouped
 * by what they become. Sources: Unicode general categories Zs, Pd, Nd and Cf (UCD 15.1), and the
 * Halfwidth and Fullwidth Forms block.
 */
const INVISIBLE =
  "\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u20e3\\ufe00-\\ufe0f\\ufeff";
const SPACES = "\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000";
const DASHES = "\\u2010-\\u2015\\u2043\\u2212\\ufe58\\ufe63";
const DOTS = "\\u00b7\\u2022\\u2024\\u2027\\u22c5\\u3002\\u30fb\\uff61";
const QUOTES = "\\u2018-\\u201f";
const FULL_WIDTH = "\\uff01-\\uff5e";
const SMALL_AT = "\\ufe6b";

/** First code point of each decimal digit block of the basic plane that keyboards produce. */
const DIGIT_BLOCKS = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66,
  0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x17e0, 0x1810,
];
const DIGITS = DIGIT_BLOCKS.map((first) => `\\u${hex(first)}-\\u${hex(first + 9)}`).join("");
/** Mathematical digits, U+1D7CE to U+1D7FF: a surrogate pair each. */
const MATH_DIGITS = "\\ud835[\\udfce-\\udfff]";

const STRANGE = new RegExp(
  `${MATH_DIGITS}|[${INVISIBLE}${SPACES}${DASHES}${DOTS}${QUOTES}${FULL_WIDTH}${SMALL_AT}${DIGITS}]`,
  "g",
);

/** A quicker question that most texts answer with no. */
const BEYOND_ASCII = /[\u00a0-\uffff]/;

function hex(code: number): string {
  return code.toString(16).padStart(4, "0");
}

const REPLACEMENT = buildReplacements();

function buildReplacements(): ReadonlyMap<number, string> {
  const map = new Map<number, string>();
  const put = (ranges: string, to: (code: number) => string): void => {
    for (const [, from, last] of ranges.matchAll(/\\u(\w{4})(?:-\\u(\w{4}))?/g)) {
      const first = Number.parseInt(from ?? "", 16);
      const end = last === undefined ? first : Number.parseInt(last, 16);
      for (let code = first; code <= end; code++) map.set(code, to(code));
    }
  };
  put(INVISIBLE, () => "");
  put(SPACES, () => " ");
  put(DASHES, () => "-");
  put(DOTS, () => ".");
  put(QUOTES, (code) => (code < 0x201c ? "'" : '"'));
  put(FULL_WIDTH, (code) => String.fromCharCode(code - 0xfee0));
  put(SMALL_AT, () => "@");
  for (const first of DIGIT_BLOCKS) {
    for (let digit = 0; digit < 10; digit++) map.set(first + digit, String(digit));
  }
  return map;
}

function replacementOf(strange: string): string {
  if (strange.length === 2) return String((strange.charCodeAt(1) - 0xdfce) % 10);
  return REPLACEMENT.get(strange.charCodeAt(0)) ?? strange;
}

/** A text as detectors see it, and the way back to the text. */
export class View {
  readonly text: string;
  readonly #original: string;
  /** Where the view falls behind the original, and by how much from there on. */
  readonly #shiftAt: readonly number[];
  readonly #shiftBy: readonly number[];

  constructor(
    text: string,
    original: string,
    shifts: { readonly at: readonly number[]; readonly by: readonly number[] },
  ) {
    this.text = text;
    this.#original = original;
    this.#shiftAt = shifts.at;
    this.#shiftBy = shifts.by;
  }

  /** Where in the original text the code unit at `index` of the view begins. */
  toStart(index: number): number {
    return index + this.#shiftBefore(index);
  }

  /** Where in the original text the code unit before `index` of the view ends. */
  toEnd(index: number): number {
    if (this.#shiftAt.length === 0 || index === 0) return index;
    const last = this.toStart(index - 1);
    return last + widthAt(this.#original, last);
  }

  /** How far the view is behind the text at `index` of the view. */
  #shiftBefore(index: number): number {
    let low = 0;
    let high = this.#shiftAt.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#shiftAt[middle] as number) <= index) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : (this.#shiftBy[low - 1] as number);
  }
}

const NO_SHIFTS = { at: [], by: [] };

/**
 * The text with everything invisible left out, and its spaces, dashes, dots, quotes, digits and
 * full-width forms in ASCII. Text that needs none of this is its own view.
 */
export function viewOf(text: string): View {
  if (!BEYOND_ASCII.test(text)) return new View(text, text, NO_SHIFTS);
  STRANGE.lastIndex = 0;
  const first = STRANGE.exec(text);
  return first === null ? new View(text, text, NO_SHIFTS) : normalised(text, first);
}

function normalised(text: string, first: RegExpExecArray): View {
  const parts: string[] = [];
  const shifts = { at: [] as number[], by: [] as number[] };
  let copied = 0;
  let shift = 0;
  for (let match: RegExpExecArray | null = first; match !== null; match = STRANGE.exec(text)) {
    const [strange] = match;
    const replacement = replacementOf(strange);
    parts.push(text.slice(copied, match.index), replacement);
    copied = match.index + strange.length;
    if (replacement.length !== strange.length) {
      const from = match.index - shift + replacement.length;
      shift += strange.length - replacement.length;
      shifts.at.push(from);
      shifts.by.push(shift);
    }
  }
  parts.push(text.slice(copied));
  return new View(parts.join(""), text, shifts);
}

/** How long the original of one code unit of the view is: two for a mathematical digit. */
function widthAt(text: string, index: number): number {
  const code = codeAt(text, index + 1);
  return text.charCodeAt(index) === 0xd835 && code >= 0xdfce && code <= 0xdfff ? 2 : 1;
}
