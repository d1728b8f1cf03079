/** Maximum length of an element in UTF-16 units, the same as for lines of a stream. */
const MAX_ELEMENT_LENGTH = 4 * 1024 * 1024;

const QUOTE = 0x22;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Splits a JSON array (RFC 8259) into the texts of its elements, as soon as each has arrived,
 * wherever its chunks were cut. Elements that are too long are left out. Takes linear time.
 */
export class JsonArraySplitter {
  readonly #onElement: (text: string) => void;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #element = "";

  constructor(onElement: (text: string) => void) {
    this.#onElement = onElement;
  }

  /** Whether the array has begun and not ended. */
  get isInside(): boolean {
    return this.#depth > 0;
  }

  push(text: string): void {
    let from = this.#depth > 1 ? 0 : -1;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (this.#inString) this.#inside(code);
      else if (code === QUOTE) this.#inString = true;
      else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
        this.#depth += 1;
        if (this.#depth === 2) from = at;
      } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
        this.#depth -= 1;
        if (this.#depth === 1) {
          this.#keep(text.slice(from, at + 1));
          this.#emit();
          from = -1;
        }
      }
    }
    if (from >= 0) this.#keep(text.slice(from));
  }

  #inside(code: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (code === BACKSLASH) this.#escaped = true;
    else if (code === QUOTE) this.#inString = false;
  }

  #keep(piece: string): void {
    if (this.#element.length <= MAX_ELEMENT_LENGTH) this.#element += piece;
  }

  #emit(): void {
    const element = this.#element;
    this.#element = "";
    if (element.length <= MAX_ELEMENT_LENGTH) this.#onElement(element);
  }
}
