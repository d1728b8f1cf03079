import { parseJson } from "../json/parse-json.ts";
import type { AnyCodec } from "../provider.ts";
import { SSE_EVENT_END, sseEventOf } from "./sse-event.ts";

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
    SSE_EVENT_END.lastIndex = 0;
    for (
      let end = SSE_EVENT_END.exec(this.#held);
      end !== null;
      end = SSE_EVENT_END.exec(this.#held)
    ) {
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
    const { data, others } = sseEventOf(event);
    const chunk = parseJson(data);
    if (chunk === undefined) return event + ending;
    const visible = this.#codec.streamUsage?.conceal(chunk.value);
    if (visible === undefined) return "";
    const text = JSON.stringify(visible);
    if (text === JSON.stringify(JSON.parse(data))) return event + ending;
    return [...others, `data: ${text}`].join("\n") + ending;
  }
}
