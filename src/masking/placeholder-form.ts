import { ConfigurationError } from "../errors.ts";
import { type EncodedOpening, encodedOpening } from "./restore/encoded-mark.ts";

/** How placeholders are written, and how those that are in a text already are recognised. */
export interface PlaceholderForm {
  /** The placeholders of one type. */
  seriesOf(type: string): Series;
  /** What every placeholder begins with: a text without it has none. A letter follows. */
  readonly opening: string;
  /** Finds the first mark of it where it is encoded: a text without it has no encoded placeholder. */
  readonly encodedOpening: EncodedOpening;
  /** Sticky; matches every placeholder of this form. */
  readonly pattern: RegExp;
  /** The same as models write it: in any case, with backslashes before its punctuation. */
  readonly loosePattern: RegExp;
}

/** `[EMAIL_1]`: reads as a word to models, survives Markdown and JSON. */
const DEFAULT_FORM = "[{type}_{n}]";

/** What a template is made of: what every placeholder opens with, joins type and number by, closes with. */
type Parts = readonly [opening: string, joint: string, closing: string];

/**
 * A form from a template such as `<{type}_{n}>`. It must begin and end with punctuation, so that
 * no placeholder is the beginning of another. Throws `ConfigurationError` otherwise, which tells
 * whose option it is.
 */
export function placeholderForm(
  template: string = DEFAULT_FORM,
  whose = "createMasker",
): PlaceholderForm {
  const parts = template === DEFAULT_FORM ? PARTS_OF_DEFAULT : partsOf(template, whose);
  const [opening, joint, closing] = parts;
  const series = new Map<string, Series>();
  return {
    opening,
    encodedOpening: encodedOpening(opening.charAt(0)),
    seriesOf(type) {
      const known = series.get(type);
      if (known !== undefined) return known;
      const made = new Series(series.size, `${opening}${type}${joint}`, closing);
      series.set(type, made);
      return made;
    },
    pattern: new RegExp(written(parts, ""), "y"),
    // Backslashes before all of it are no part of it.
    loosePattern: new RegExp(written(parts, `\\\\{0,${MAX_ESCAPES}}`), "iy"),
  };
}

/** As `partsOf` gives them: to learn which characters are letters takes V8 three milliseconds. */
const PARTS_OF_DEFAULT: Parts = ["[", "_", "]"];

function partsOf(template: string, whose: string): Parts {
  // Opening and closing characters: no letters, digits, spaces or anything that JSON escapes.
  const [, opening, joint, closing] =
    /^([^\s\w"\\\p{L}\p{N}\p{C}]{1,4})\{type\}([_:#-]{1,2})\{n\}([^\s\w"\\\p{L}\p{N}\p{C}]{1,4})$/u.exec(
      template,
    ) ?? [];
  if (opening === undefined || joint === undefined || closing === undefined) {
    throw new ConfigurationError(
      `${whose}: placeholder must be punctuation, {type}, one or two of _ : # -, {n} and punctuation, as in "[{type}_{n}]".`,
    );
  }
  return [opening, joint, closing];
}

/** Numbers of each type whose placeholders are kept: most texts need no more. */
const KEPT_NUMBERS = 64;

/**
 * The placeholders of one type, which all vaults of a masker share. Every text begins at number 1:
 * without this, most of the placeholders of a process would be written, and hashed, over and over.
 */
class Series {
  /** Which of the masker's types this is, from 0 on: where a vault keeps its last number. */
  readonly place: number;
  readonly #beginning: string;
  readonly #end: string;
  readonly #written: string[] = [];

  constructor(place: number, beginning: string, end: string) {
    this.place = place;
    this.#beginning = beginning;
    this.#end = end;
  }

  /** The placeholder with this number, from 1 on. */
  write(number: number): string {
    const known = this.#written[number - 1];
    if (known !== undefined) return known;
    const placeholder = `${this.#beginning}${number}${this.#end}`;
    // Kept without gaps: reserved numbers are written too, and passed over then.
    if (this.#written.length === number - 1 && number <= KEPT_NUMBERS) {
      this.#written.push(placeholder);
    }
    return placeholder;
  }
}

/**
 * Where placeholders stand in `text`, in the form's own spelling unless a looser pattern is given.
 * Programs and JSON are full of brackets: what follows one is looked at before the pattern is.
 */
export function placeholdersIn(
  text: string,
  { opening, pattern }: PlaceholderForm,
  spelling: RegExp = pattern,
): { readonly start: number; readonly end: number }[] {
  const found: { readonly start: number; readonly end: number }[] = [];
  const mark = opening.charAt(0);
  let at = text.indexOf(mark);
  while (at >= 0) {
    spelling.lastIndex = at;
    const mayBeOne = opening.length > 1 || isLetterAt(text, at + 1);
    const isOne = mayBeOne && spelling.test(text);
    const end = isOne ? spelling.lastIndex : at + 1;
    if (isOne) found.push({ start: at, end });
    at = text.indexOf(mark, end);
  }
  return found;
}

/**
 * Of ASCII. A function of its own: with one of the scanner's, its table of all characters would be
 * shared with everybody who restores, and V8 compiles best what stands in one file.
 */
function isLetterAt(text: string, index: number): boolean {
  if (index >= text.length) return false;
  const code = text.charCodeAt(index) | 32;
  return code >= 97 && code <= 122;
}

/** Placeholders that are written alike but for case and backslashes stand for the same. */
export function plainly(placeholder: string): string {
  return placeholder.replaceAll("\\", "").toUpperCase();
}

/** Backslashes that may stand before a punctuation mark: one of Markdown's, twice in JSON. */
export const MAX_ESCAPES = 3;

/** An expression for placeholders, with `escapes` before every mark but the first. */
function written(parts: Parts, escapes: string): string {
  const [opening, joint, closing] = parts.map((marks) =>
    [...marks].map((mark) => escapes + literally(mark)).join(""),
  );
  const type = `[A-Z][A-Z0-9]{0,31}(?:${escapes}_[A-Z0-9]{1,31}){0,7}`;
  return `${opening?.slice(escapes.length)}${type}${joint}[1-9]\\d{0,8}${closing}`;
}

function literally(mark: string): string {
  return mark.replace(/[$^.*+?()[\]{}|/-]/, "\\$&");
}
