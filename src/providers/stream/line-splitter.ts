import { StringDecoder } from "node:string_decoder";

/**
 * Maximum length of a line in UTF-16 units: far more than any chunk of text, and enough for the last
 * event of a response, which repeats all of its images as base64.
 */
export const MAX_LINE_LENGTH = 32 * 1024 * 1024;

/** Gets a line, or undefined for one that was too long. */
export type OnLine = (line: string | undefined) => void;

/**
 * Splits a stream into lines, wherever its chunks were cut. Lines end with LF, CR or CRLF, which is
 * removed; a byte order mark at the start is skipped. Bytes are UTF-8; invalid sequences become
 * U+FFFD (WHATWG Encoding). Takes linear time.
 */
export class LineSplitter {
  readonly #onLine: OnLine;
  readonly #maxLength: number;
  #decoder: StringDecoder | undefined = undefined;
  /** The start of an incomplete line. */
  #pieces: string[] = [];
  #length = 0;
  #afterCarriageReturn = false;
  #begun = false;

  /** `onLine` must not call `push`. */
  constructor(onLine: OnLine, maxLength: number = MAX_LINE_LENGTH) {
    this.#onLine = onLine;
    this.#maxLength = maxLength;
  }

  push(chunk: string | Uint8Array): void {
    this.#pushText(typeof chunk === "string" ? chunk : this.#decode(chunk));
  }

  /** Whether there is an incomplete line. */
  get isInside(): boolean {
    return this.#length > 0;
  }

  /** Passes on the last line if it has no line end. */
  end(): void {
    if (this.#decoder !== undefined) this.#pushText(this.#decoder.end());
    if (this.#length > 0) this.#emit("");
  }

  #decode(bytes: Uint8Array): string {
    this.#decoder ??= new StringDecoder("utf8");
    return this.#decoder.write(bytes);
  }

  #pushText(text: string): void {
    if (text === "") return;
    let from = this.#skipLeading(text);
    // Each position is updated only when passed, so that a text without CR is not searched for it
    // line by line.
    let feed = text.indexOf("\n", from);
    let carriage = text.indexOf("\r", from);
    while (feed >= 0 || carriage >= 0) {
      const isFeed = carriage < 0 || (feed >= 0 && feed < carriage);
      const end = isFeed ? feed : carriage;
      this.#emit(text.slice(from, end));
      from = end + 1;
      if (!isFeed) {
        if (from === text.length) this.#afterCarriageReturn = true;
        else if (feed === from) from += 1;
        carriage = text.indexOf("\r", from);
      }
      if (feed >= 0 && feed < from) feed = text.indexOf("\n", from);
    }
    if (from < text.length) this.#keep(from === 0 ? text : text.slice(from));
  }

  /** The start of the text: after a byte order mark, and after the LF of a CRLF that was split. */
  #skipLeading(text: string): number {
    const first = text.charCodeAt(0);
    const skips = this.#begun ? this.#afterCarriageReturn && first === LF : first === BOM;
    this.#begun = true;
    this.#afterCarriageReturn = false;
    return skips ? 1 : 0;
  }

  #keep(piece: string): void {
    this.#length += piece.length;
    if (this.#length <= this.#maxLength) this.#pieces.push(piece);
    else this.#pieces = [];
  }

  #emit(rest: string): void {
    const length = this.#length + rest.length;
    const pieces = this.#pieces;
    if (this.#length > 0) {
      this.#length = 0;
      this.#pieces = [];
    }
    if (length > this.#maxLength) this.#onLine(undefined);
    else this.#onLine(pieces.length === 0 ? rest : pieces.join("") + rest);
  }
}

const LF = 0x0a;
const BOM = 0xfeff;
