import { MAX_LINE_LENGTH } from "../stream/line-splitter.ts";
import { JsonNesting } from "./json-nesting.ts";

/** Maximum length of an element in UTF-16 units: an element is what a line is in other streams. */
const MAX_ELEMENT_LENGTH = MAX_LINE_LENGTH;

/**
 * Splits a JSON array (RFC 8259) into the texts of its elements, as soon as each has arrived,
 * wherever its chunks were cut. Elements that are too long are left out. Takes linear time.
 */
export class JsonArraySplitter {
  readonly #onElement: (text: string) => void;
  readonly #nesting = new JsonNesting();
  #element = "";

  constructor(onElement: (text: string) => void) {
    this.#onElement = onElement;
  }

  /** Whether the array has begun and not ended. */
  get isInside(): boolean {
    return this.#nesting.depth > 0;
  }

  push(text: string): void {
    let from = this.#nesting.depth > 1 ? 0 : -1;
    for (let at = 0; at < text.length; at += 1) {
      const step = this.#nesting.read(text.charCodeAt(at));
      if (step === 0) continue;
      if (step > 0 && this.#nesting.depth === 2) from = at;
      else if (step < 0 && this.#nesting.depth === 1) {
        this.#keep(text.slice(from, at + 1));
        this.#emit();
        from = -1;
      }
    }
    if (from >= 0) this.#keep(text.slice(from));
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
