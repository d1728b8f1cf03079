const QUOTE = 0x22;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Follows the nesting of a JSON text (RFC 8259), wherever its chunks were cut. */
export class JsonNesting {
  #depth = 0;
  #inString = false;
  #escaped = false;

  /** Number of objects and arrays that are open. */
  get depth(): number {
    return this.#depth;
  }

  get inString(): boolean {
    return this.#inString;
  }

  /** Reads one UTF-16 unit. Whether it opened (1) or closed (-1) an object or array, or neither. */
  read(code: number): 1 | 0 | -1 {
    if (this.#inString) this.#readString(code);
    else if (code === QUOTE) this.#inString = true;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      this.#depth += 1;
      return 1;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      this.#depth -= 1;
      return -1;
    }
    return 0;
  }

  #readString(code: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (code === BACKSLASH) this.#escaped = true;
    else if (code === QUOTE) this.#inString = false;
  }
}
