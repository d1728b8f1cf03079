import { cutText } from "../../base/cut-text.ts";

/**
 * Text kept of one answer, in UTF-16 units: twice what an event holds (contract: ingest `output`),
 * so that the cut is made, and told, where the event is made.
 */
export const MAX_CAPTURED_LENGTH = 64_000;

/**
 * UTF-16 units after which a text that grows is made one string again. V8 chains its pieces up
 * instead, and its collector copies what is young of a chain link by link, time and again.
 */
const CHAIN_LENGTH = 4_000;

/** The room that the texts of one answer share. What does not fit is counted, not kept. */
export class CaptureBudget {
  #left = MAX_CAPTURED_LENGTH;
  /** UTF-16 units that found no room. */
  omitted = 0;

  /** The part of `text` that there is room for. After the first cut there is none: no gaps. */
  take(text: string): string {
    const kept = cutText(text, this.#left);
    const omitted = text.length - kept.length;
    this.#left = omitted > 0 ? 0 : this.#left - text.length;
    this.omitted += omitted;
    return kept;
  }

  /** `text` with the part of `piece` that there is room for. */
  append(text: string, piece: string): string {
    const before = this.#left;
    const kept = this.take(piece);
    const isLong = before % CHAIN_LENGTH < this.#left % CHAIN_LENGTH;
    return isLong ? [text, kept].join("") : text + kept;
  }
}
