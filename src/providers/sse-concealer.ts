import type { AnyCodec } from "./provider.ts";

/** The end of an event: two line ends in a row, of any kind the format allows (WHATWG HTML, 9.2.5). */
const EVENT_END = /\r\n\r\n|\n\n|\r\r/g;

/**
 * Takes out of a server-sent event stream what is there only because we asked for usage. Events
 * that do not mention usage leave byte for byte as they came; at most one unfinished event is
 * held back, which no reader could have used yet.
 */
export class SseConcealer {
  readonly #codec: AnyCodec;
  readonly #decoder = new TextDecoder();
  readonly #encoder = new TextEncoder();
  #held = "";

  constructor(codec: AnyCodec) {
    this.#codec = codec;
  }

  /** What may be handed on now; possibly nothing. */
  push(bytes: Uint8Array): Uint8Array {
    this.#held += this.#decoder.decode(bytes, { stream: true });
    let visible = "";
    let start = 0;
    EVENT_END.lastIndex = 0;
    for (let end = EVENT_END.exec(this.#held); end !== null; end = EVENT_END.exec(this.#held)) {
      const after = end.index + end[0].length;
      visible += this.#reveal(this.#held.slice(start, end.index), end[0]);
      start = after;
    }
    this.#held = this.#held.slice(start);
    return this.#encoder.encode(visible);
  }

  /** The rest, when the stream ended inside an event. */
  end(): Uint8Array {
    const rest = this.#held + this.#decoder.decode();
    this.#held = "";
    return this.#encoder.encode(rest === "" ? rest : this.#reveal(rest, ""));
  }

  #reveal(event: string, ending: string): string {
    // Inside a JSON string the quotes would be escaped, so this is a key wherever it stands.
    if (!event.includes('"usage"')) return event + ending;
    const lines = event.split(/\r\n|\n|\r/);
    const data = lines.filter(isData).map(dataOf).join("\n");
    const chunk = parse(data);
    if (chunk === undefined) return event + ending;
    const visible = this.#codec.streamUsage?.conceal(chunk.value);
    if (visible === undefined) return "";
    const text = JSON.stringify(visible);
    if (text === JSON.stringify(JSON.parse(data))) return event + ending;
    const others = lines.filter((line) => !isData(line));
    return [...others, `data: ${text}`].join("\n") + ending;
  }
}

function isData(line: string): boolean {
  return line.startsWith("data:") || line === "data";
}

function dataOf(line: string): string {
  return line.slice(line.startsWith("data: ") ? 6 : 5);
}

function parse(data: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(data) };
  } catch {
    return undefined;
  }
}
