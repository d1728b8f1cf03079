import { withLiteralLines } from "./literal-lines.ts";
import { type Unwrapped, unwrap } from "./unwrap.ts";

/**
 * Zeros before the first code unit of a text and behind its last one, which nobody has to be told
 * from: whoever looks out of a text looks less far, or stops at a zero.
 */
export const MARGIN = 64;
/** Room in the beginning, code units. Most messages have fewer. */
const LEAST_ROOM = 16_384;
/** Room that is kept from text to text. A megabyte: few texts have more code units than that. */
const MOST_KEPT = 524_288;

const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/**
 * A text as code units, beside the string. V8 keeps strings in many forms, and what it compiles for
 * every place that reads one tells all of them apart; a number of an array is read at once. The
 * memory serves one text after the other.
 */
export class ScannedText {
  /** The text as a string: for expressions, and for what is cut out of it. */
  view = "";
  /** Code units of the text. */
  length = 0;
  /** Number `index + MARGIN` is the one at `index`. `codeAt` reads it. */
  codes: Uint16Array = new Uint16Array(LEAST_ROOM);
  #bytes = Buffer.from(this.codes.buffer);
  /** What `lines` gives; undefined before anybody asked for it. */
  #lines: ScannedText | undefined;
  /** Where `wordEnd` found no end last: of a row of names, each is asked where its value ends. */
  readonly endless = { from: 0, to: 0 };
  /** What `unwrapped` gave last. */
  #unwrapped: Unwrapped | undefined;

  /** The text with the lines of its literals as `withLiteralLines` says, at the same places. */
  get lines(): ScannedText {
    if (this.#lines === undefined) {
      const view = withLiteralLines(this.view);
      this.#lines = view === this.view ? this : new ScannedText();
      if (this.#lines !== this) this.#lines.read(view);
    }
    return this.#lines;
  }

  /** What `unwrap` says of a place, once for all vendors that share the prefix before it. */
  unwrapped(from: number): Unwrapped {
    if (this.#unwrapped?.from !== from) this.#unwrapped = unwrap(this.view, from);
    return this.#unwrapped;
  }

  /** Puts `view` in place of the text before. */
  read(view: string): void {
    const { length } = view;
    if (this.codes.length < length + 2 * MARGIN) this.#makeRoom(length + 2 * MARGIN);
    this.#bytes.write(view, 2 * MARGIN, "utf16le");
    if (!IS_LITTLE_ENDIAN) this.#bytes.subarray(2 * MARGIN, 2 * (MARGIN + length)).swap16();
    if (length < this.length) this.codes.fill(0, MARGIN + length, MARGIN + this.length);
    this.view = view;
    this.length = length;
    this.#forget();
  }

  /** Forgets the text, and gives memory back that only few texts need. */
  clear(): void {
    this.codes.fill(0, MARGIN, MARGIN + this.length);
    this.view = "";
    this.length = 0;
    this.#forget();
    if (this.codes.length > MOST_KEPT) this.#makeRoom(LEAST_ROOM);
  }

  /** What stands from `start` to `end`, which may lie outside the text as with strings. */
  slice(start: number, end?: number): string {
    return this.view.slice(start, end);
  }

  /** What is known of one text is nothing of the next. */
  #forget(): void {
    this.#lines = undefined;
    this.#unwrapped = undefined;
    this.endless.from = 0;
    this.endless.to = 0;
  }

  #makeRoom(least: number): void {
    let room = LEAST_ROOM;
    while (room < least && room < MOST_KEPT) room *= 2;
    // What is not kept need not serve a longer text.
    if (room < least) room = least;
    this.codes = new Uint16Array(room);
    this.length = 0;
    this.#bytes = Buffer.from(this.codes.buffer);
  }
}
