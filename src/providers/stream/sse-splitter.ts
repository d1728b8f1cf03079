/** Number of UTF-16 units of an event's terminator that may have arrived before its last one. */
const BEGUN_END = 3;

/** Rewrites an event, given as received with its terminator. */
export type RewriteEvent = (event: string, ending: string) => string;

/**
 * Splits a stream of server-sent events, wherever its bytes are cut, and joins the rewritten
 * events. Holds back at most one incomplete event, which a reader could not use yet. A byte order
 * mark at the start is removed, as every reader does.
 */
export class SseSplitter {
  readonly #rewrite: RewriteEvent;
  readonly #decoder = new TextDecoder();
  /**
   * Two line ends in a row, of any kinds (WHATWG HTML, section 9.2.5): servers that write one of
   * them themselves and leave the other to their platform mix LF and CRLF.
   */
  readonly #end = /\r\n\r\n|\n\r?\n|\r\r|\n\r(?=[^\n])/g;
  /** The pieces of an incomplete event, joined once when it is complete. */
  #held: string[] = [];
  /** Its last UTF-16 units. */
  #last = "";

  constructor(rewrite: RewriteEvent) {
    this.#rewrite = rewrite;
  }

  /** The rewritten events that are complete now. */
  push(bytes: Uint8Array): string {
    const arrived = this.#decoder.decode(bytes, { stream: true });
    const recent = this.#last + arrived;
    this.#held.push(arrived);
    if (recent.search(this.#end) < 0) {
      this.#last = recent.slice(-BEGUN_END);
      return "";
    }
    const held = this.#take();
    this.#end.lastIndex = held.length - recent.length;
    let rewritten = "";
    let start = 0;
    for (let end = this.#end.exec(held); end !== null; end = this.#end.exec(held)) {
      rewritten += this.#rewrite(held.slice(start, end.index), end[0]);
      start = this.#end.lastIndex;
    }
    this.#held = [held.slice(start)];
    this.#last = held.slice(Math.max(start, held.length - BEGUN_END));
    return rewritten;
  }

  /** The rest of a stream that ended inside an event; empty if it did not. */
  end(): string {
    return this.#take() + this.#decoder.decode();
  }

  #take(): string {
    const held = this.#held.join("");
    this.#held = [];
    this.#last = "";
    return held;
  }
}
