import { LineSplitter, MAX_LINE_LENGTH } from "./line-splitter.ts";

/** One event: the lines of its `data` joined with LF, and its `event` type, `message` when it names none. */
export type OnSseEvent = (data: string, event: string) => void;

/**
 * Reads a stream of server-sent events (WHATWG HTML, "Interpreting an event stream"), however it
 * was cut into pieces. `id` and `retry` are for reconnecting, which a model's stream does not do,
 * and are passed over; an event that its blank line never follows is not one. Bounded: an event
 * whose data is longer than `maxLength` UTF-16 units is left out.
 */
export class SseParser {
  readonly #lines: LineSplitter;
  readonly #onEvent: OnSseEvent;
  readonly #maxLength: number;
  #event = "";
  #data: string | undefined = undefined;
  /** Set from the moment an event is too long up to its blank line. */
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

  /** Whether an event has begun that its blank line has not ended yet. */
  get isInside(): boolean {
    return this.#data !== undefined || this.#lines.isInside;
  }

  /**
   * JSON behind the last event that is none itself, as far as it came: servers tell an error so,
   * which may come in one piece with an event or in several.
   */
  get stray(): string {
    return this.#stray;
  }

  /** Reads a last line without an end of its own. */
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
    // A field of llama.cpp's own, with what other servers have under that name in the data.
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

/** `data: ` and its longest sibling, on top of the data itself. */
const FIELD_LENGTH = 16;

/** Far more than any error says, in UTF-16 units. */
const MAX_STRAY = 65_536;

/** A field's value, without the one space that may follow the colon. */
function valueFrom(line: string, start: number): string {
  return line.slice(line.charCodeAt(start) === 0x20 ? start + 1 : start);
}
