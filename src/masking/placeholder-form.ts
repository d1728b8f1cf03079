import { ConfigurationError } from "../errors.ts";
import { type EncodedOpening, encodedOpening } from "./restore/encoded-mark.ts";
import type { Stretch } from "./text/stretch.ts";

/** How placeholders are written, and how existing ones in a text are recognized. */
export interface PlaceholderForm {
  /** The placeholders of one type. */
  seriesOf(type: string): Series;
  /** The beginning of every placeholder: a text without it contains none. A letter follows. */
  readonly opening: string;
  /**
   * Finds the first character of `opening` in encoded form; a text without it contains no encoded
   * placeholder.
   */
  readonly encodedOpening: EncodedOpening;
  /** Sticky; matches every placeholder of this form. */
  readonly pattern: RegExp;
  /** The same as models write it: in any case, with backslashes before its punctuation. */
  readonly loosePattern: RegExp;
}

/** `[EMAIL_1]`: reads as a word to models, survives Markdown and JSON. */
const DEFAULT_FORM = "[{type}_{n}]";

/**
 * The parts of a template: what a placeholder opens with, joins type and number with, and closes
 * with.
 */
type Parts = readonly [opening: string, joint: string, closing: string];

/**
 * Parses a template such as `<{type}_{n}>`. It must begin and end with punctuation, so that no
 * placeholder is a prefix of another. Throws `ConfigurationError` otherwise, which names the owner
 * of the option.
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
    // Backslashes before the whole placeholder are not part of it.
    loosePattern: new RegExp(written(parts, `\\\\{0,${MAX_ESCAPES}}`), "iy"),
  };
}

/**
 * The result of `partsOf`, precomputed: V8 takes three milliseconds to build the classes of
 * letters.
 */
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

/** How many placeholders of each type are cached; most texts need no more. */
const KEPT_NUMBERS = 64;

/**
 * The placeholders of one type, shared by all vaults of a masker. Every text begins at number 1, so
 * without sharing most placeholders of a process would be created and hashed again and again.
 */
class Series {
  /** Index of the type within the masker, from 0; a vault stores its last number there. */
  readonly place: number;
  readonly #beginning: string;
  readonly #end: string;
  readonly #written: string[] = [];

  constructor(place: number, beginning: string, end: string) {
    this.place = place;
    this.#beginning = beginning;
    this.#end = end;
  }

  /** The placeholder with this number, from 1 up. */
  write(number: number): string {
    const known = this.#written[number - 1];
    if (known !== undefined) return known;
    const placeholder = `${this.#beginning}${number}${this.#end}`;
    // Cached without gaps: reserved numbers are created too, then skipped.
    if (this.#written.length === number - 1 && number <= KEPT_NUMBERS) {
      this.#written.push(placeholder);
    }
    return placeholder;
  }
}

/**
 * Spans of the placeholders in `text`, in the form's own spelling unless a looser pattern is given.
 * Programs and JSON are full of brackets, so the next character is checked before the pattern.
 */
export function placeholdersIn(
  text: string,
  { opening, pattern }: PlaceholderForm,
  spelling: RegExp = pattern,
): Stretch[] {
  const found: Stretch[] = [];
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
 * ASCII letters. A separate function, because sharing the scanner's would also share its table of
 * all characters with restoration, and V8 optimizes best within one file.
 */
function isLetterAt(text: string, index: number): boolean {
  if (index >= text.length) return false;
  const code = text.charCodeAt(index) | 32;
  return code >= 97 && code <= 122;
}

/** The normalized spelling: placeholders that differ only in case and backslashes are the same. */
export function plainly(placeholder: string): string {
  return placeholder.replaceAll("\\", "").toUpperCase();
}

/** Maximum backslashes before a punctuation mark: one of Markdown's, escaped twice in JSON. */
export const MAX_ESCAPES = 3;

/**
 * The source of an expression for placeholders, with `escapes` before every punctuation mark but
 * the first.
 */
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
