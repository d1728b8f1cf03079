import { cutText } from "../base/cut-text.ts";

/**
 * Text kept of one answer, in UTF-16 units: twice what an event holds (contract: ingest `output`),
 * so that the cut is made, and told, where the event is made.
 */
export const MAX_CAPTURED_LENGTH = 64_000;

/** The room that the texts of one answer share. What does not fit is counted, not kept. */
export class CaptureBudget {
  #left: number;
  #omitted = 0;

  constructor(maxLength: number = MAX_CAPTURED_LENGTH) {
    this.#left = maxLength;
  }

  /** UTF-16 units that found no room. */
  get omitted(): number {
    return this.#omitted;
  }

  /** The part of `text` that there is room for. After the first cut there is none: no gaps. */
  take(text: string): string {
    if (text.length <= this.#left) {
      this.#left -= text.length;
      return text;
    }
    const kept = cutText(text, this.#left);
    this.#omitted += text.length - kept.length;
    this.#left = 0;
    return kept;
  }
}
