import { withLiteralLines } from "./literal-lines.ts";
import { type Unwrapped, unwrap } from "./unwrap.ts";

/**
 * Number of zeros before and after the code units of a text, so that lookups near its ends need no
 * bounds check: they go less far, or stop at a zero.
 */
export const MARGIN = 64;
/** Initial size in code units. Most messages have fewer. */
const LEAST_ROOM = 16_384;
/** Maximum size kept between texts: one megabyte. Few texts have more code units. */
const MOST_KEPT = 524_288;

const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/**
 * A text as code units, along with the string. V8 has many representations of strings, and compiled
 * code that reads one must distinguish them at every access; reading an array element is direct.
 * The memory is reused from text to text.
 */
export class ScannedText {
  /** The text as a string: for regular expressions, and for extracting values. */
  view = "";
  /** Code units of the text. */
  length = 0;
  /** The code unit at `index` is stored at `index + MARGIN`. Read it with `codeAt`. */
  codes: Uint16Array = new Uint16Array(LEAST_ROOM);
  #bytes = Buffer.from(this.codes.buffer);
  /** Cached result of `lines`; undefined before its first use. */
  #lines: ScannedText | undefined;
  /**
   * The last span in which `wordEnd` found no end, so that it is not read again for each name in a
   * row of names.
   */
  readonly endless = { from: 0, to: 0 };
  readonly #notes = new Map<string, object>();
  /** Cached result of the last `unwrapped`. */
  #unwrapped: Unwrapped | undefined;

  /** The text with its literals decoded by `withLiteralLines`, at the same offsets. */
  get lines(): ScannedText {
    if (this.#lines === undefined) {
      const view = withLiteralLines(this.view);
      this.#lines = view === this.view ? this : new ScannedText();
      if (this.#lines !== this) this.#lines.read(view);
    }
    return this.#lines;
  }

  /** The result of `unwrap` for a position, shared by all vendors with the prefix before it. */
  unwrapped(from: number): Unwrapped {
    if (this.#unwrapped?.from !== from) this.#unwrapped = unwrap(this.view, from);
    return this.#unwrapped;
  }

  /** What detectors remember of this text, by a key of theirs. Forgotten together with it. */
  note<Note extends object>(key: string, make: () => Note): Note {
    const known = this.#notes.get(key) as Note | undefined;
    if (known !== undefined) return known;
    const note = make();
    this.#notes.set(key, note);
    return note;
  }

  /** Replaces the current text by `view`. */
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

  /** Forgets the text, and releases memory that only few texts need. */
  clear(): void {
    this.codes.fill(0, MARGIN, MARGIN + this.length);
    this.view = "";
    this.length = 0;
    this.#forget();
    if (this.codes.length > MOST_KEPT) this.#makeRoom(LEAST_ROOM);
  }

  /** The text from `start` to `end`, which may be outside of it, as for strings. */
  slice(start: number, end?: number): string {
    return this.view.slice(start, end);
  }

  /** The `reach` code units before `end`, or as many as there are. */
  before(end: number, reach: number): string {
    return this.view.slice(Math.max(0, end - reach), end);
  }

  /** The `reach` code units from `start` on, or as many as there are. */
  after(start: number, reach: number): string {
    return this.view.slice(start, start + reach);
  }

  /** Caches are for one text only. */
  #forget(): void {
    this.#lines = undefined;
    this.#unwrapped = undefined;
    this.endless.from = 0;
    this.endless.to = 0;
    this.#notes.clear();
  }

  #makeRoom(least: number): void {
    let room = LEAST_ROOM;
    while (room < least && room < MOST_KEPT) room *= 2;
    // Larger arrays are not kept, so they need no spare room.
    if (room < least) room = least;
    this.codes = new Uint16Array(room);
    this.length = 0;
    this.#bytes = Buffer.from(this.codes.buffer);
  }
}
