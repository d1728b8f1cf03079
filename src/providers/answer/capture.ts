import { cutText } from "../../base/cut-text.ts";

/**
 * Maximum text kept of one answer, in UTF-16 units: twice what an event holds (contract: ingest
 * `output`), so that the text is cut, and the cut reported, where the event is built.
 */
export const MAX_CAPTURED_LENGTH = 64_000;

/**
 * A growing text is flattened into one string after this many UTF-16 units. V8 would otherwise
 * chain its pieces, and the garbage collector would copy the chain link by link, again and again.
 */
const CHAIN_LENGTH = 4_000;

/** The capture limit shared by all texts of one answer. What exceeds it is counted, not kept. */
export class CaptureBudget {
  #left = MAX_CAPTURED_LENGTH;
  /** Number of UTF-16 units beyond the limit. */
  omitted = 0;

  /**
   * The part of `text` within the limit. After the first cut nothing more is taken, so that there
   * are no gaps.
   */
  take(text: string): string {
    const kept = cutText(text, this.#left);
    const omitted = text.length - kept.length;
    this.#left = omitted > 0 ? 0 : this.#left - text.length;
    this.omitted += omitted;
    return kept;
  }

  /** `text` followed by the part of `piece` within the limit. */
  append(text: string, piece: string): string {
    const before = this.#left;
    const kept = this.take(piece);
    const isLong = before % CHAIN_LENGTH < this.#left % CHAIN_LENGTH;
    return isLong ? [text, kept].join("") : text + kept;
  }
}
