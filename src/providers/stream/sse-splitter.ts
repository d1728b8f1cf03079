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
  #held = "";

  constructor(rewrite: RewriteEvent) {
    this.#rewrite = rewrite;
  }

  /** What has become of the events that are whole now. */
  push(bytes: Uint8Array): string {
    this.#end.lastIndex = Math.max(0, this.#held.length - BEGUN_END);
    this.#held += this.#decoder.decode(bytes, { stream: true });
    let rewritten = "";
    let start = 0;
    for (let end = this.#nextEnd(); end !== null; end = this.#nextEnd()) {
      rewritten += this.#rewrite(this.#held.slice(start, end.index), end[0]);
      start = this.#end.lastIndex;
    }
    this.#held = this.#held.slice(start);
    return rewritten;
  }

  /** The rest of a stream that ended inside an event; empty for one that did not. */
  end(): string {
    const rest = this.#held + this.#decoder.decode();
    this.#held = "";
    return rest;
  }

  #nextEnd(): RegExpExecArray | null {
    return this.#end.exec(this.#held);
  }
}
