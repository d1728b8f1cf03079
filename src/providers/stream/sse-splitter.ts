/** UTF-16 units of an event's end that may have come already when its last one comes. */
const BEGUN_END = 3;

/** What becomes of an event, given as it came and with what ended it. */
export type RewriteEvent = (event: string, ending: string) => string;

/**
 * Takes a stream of server-sent events apart, wherever its bytes are cut, and puts together what
 * has become of them. At most one unfinished event is held back, which no reader could have used
 * yet. A byte order mark before the first is left out, as every reader does.
 */
export class SseSplitter {
  readonly #rewrite: RewriteEvent;
  readonly #decoder = new TextDecoder();
  /** Two line ends in a row, of any kind the format allows (WHATWG HTML, 9.2.5). */
  readonly #end = /\r\n\r\n|\n\n|\r\r/g;
  /** The unfinished event in the pieces it came in: it is put together once, when it is whole. */
  #held: string[] = [];
  /** Its last units. */
  #last = "";

  constructor(rewrite: RewriteEvent) {
    this.#rewrite = rewrite;
  }

  /** What has become of the events that are whole now. */
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

  /** The rest of a stream that ended inside an event; empty for one that did not. */
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
