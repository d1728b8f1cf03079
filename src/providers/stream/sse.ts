import { LineSplitter, MAX_LINE_LENGTH } from "./line-splitter.ts";

/** Gets an event: its `data` lines joined with LF, and its type, `message` if it has none. */
export type OnSseEvent = (data: string, event: string) => void;

/**
 * Parses a stream of server-sent events (WHATWG HTML, "Interpreting an event stream"), wherever its
 * chunks were cut. `id` and `retry` are for reconnecting and are ignored, because models' streams
 * do not reconnect; an event without its final blank line is ignored. Bounded: an event with more
 * than `maxLength` UTF-16 units of data is left out.
 */
export class SseParser {
  readonly #lines: LineSplitter;
  readonly #onEvent: OnSseEvent;
  readonly #maxLength: number;
  #event = "";
  #data: string | undefined = undefined;
  /** True from where an event becomes too long to its blank line. */
  #isOversized = false;
  #stray = "";

  constructor(onEvent: OnSseEvent, maxLength: number = MAX_LINE_LENGTH) {
    this.#onEvent = onEvent;
    this.#maxLength = maxLength;
    this.#lines = new LineSplitter((line) => this.#pushLine(line), maxLength + FIELD_LENGTH);
  }

  push(chunk: string | Uint8Array): void {
    this.#lines.push(chunk);
  }

  /** Whether there is an incomplete event. */
  get isInside(): boolean {
    return this.#data !== undefined || this.#lines.isInside;
  }

  /**
   * JSON after the last event that is not an event itself, as far as it has arrived: some servers
   * send errors like this, together with an event or in several pieces.
   */
  get stray(): string {
    return this.#stray;
  }

  /** Reads a last line that lacks its line end. */
  end(): void {
    this.#lines.end();
  }

  #pushLine(line: string | undefined): void {
    if (line === undefined) this.#isOversized = true;
    else if (line === "") this.#dispatch();
    else if (line.startsWith("data:")) this.#pushData(valueFrom(line, 5));
    else if (line === "data") this.#pushData("");
    else if (line.startsWith("event:")) this.#event = valueFrom(line, 6);
    else if (line === "event") this.#event = "";
    // A field of llama.cpp, which other servers have in the data under the same name.
    else if (line.startsWith("error:")) this.#pushData(`{"error":${valueFrom(line, 6)}}`);
    else if (this.#stray !== "" || line.startsWith("{")) this.#keepStray(line);
  }

  #keepStray(line: string): void {
    if (this.#stray.length + line.length < MAX_STRAY) this.#stray += `${line}\n`;
  }

  #pushData(value: string): void {
    const data = this.#data === undefined ? value : `${this.#data}\n${value}`;
    this.#isOversized ||= data.length > this.#maxLength;
    this.#data = this.#isOversized ? "" : data;
  }

  #dispatch(): void {
    const data = this.#data;
    const event = this.#event;
    this.#data = undefined;
    this.#event = "";
    if (data !== undefined) this.#stray = "";
    if (this.#isOversized) {
      this.#isOversized = false;
    } else if (data !== undefined) {
      this.#onEvent(data, event === "" ? "message" : event);
    }
  }
}

/** The longest field name with its separator, counted in addition to the data. */
const FIELD_LENGTH = 16;

/** Far more than any error, in UTF-16 units. */
const MAX_STRAY = 65_536;

/** The value of a field, without the single space that may follow the colon. */
function valueFrom(line: string, start: number): string {
  return line.slice(line.charCodeAt(start) === 0x20 ? start + 1 : start);
}
