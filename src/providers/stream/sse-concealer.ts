import { parseJson } from "../../base/parse-json.ts";
import { orUnchanged } from "../json/or-unchanged.ts";
import { rewrittenJson } from "../json/rewritten-json.ts";
import type { AnyCodec } from "../provider.ts";
import { sseEventOf } from "./sse-event.ts";
import { SseSplitter } from "./sse-splitter.ts";

/**
 * Removes the usage that only we requested from a stream of server-sent events. Events that do not
 * mention usage are passed on byte for byte.
 */
export class SseConcealer {
  readonly #codec: AnyCodec;
  readonly #events = new SseSplitter((event, ending) => this.#reveal(event, ending));
  readonly #encoder = new TextEncoder();

  constructor(codec: AnyCodec) {
    this.#codec = codec;
  }

  /** The bytes that can be passed on now; possibly none. */
  push(bytes: Uint8Array): Uint8Array {
    return this.#encoder.encode(this.#events.push(bytes));
  }

  /** The rest of a stream that ended inside an event. */
  end(): Uint8Array {
    return this.#encoder.encode(this.#reveal(this.#events.end(), ""));
  }

  #reveal(event: string, ending: string): string {
    // Inside a JSON string the quotes would be escaped, so this is always a key.
    if (!event.includes('"usage"')) return event + ending;
    const { data, others } = sseEventOf(event);
    const chunk = parseJson(data);
    if (chunk === undefined) return event + ending;
    const visible = this.#codec.streamUsage?.conceal(chunk);
    if (visible === undefined) return "";
    if (visible === chunk) return event + ending;
    return orUnchanged(event + ending, () => {
      return [...others, `data: ${rewrittenJson(data, visible)}`].join("\n") + ending;
    });
  }
}
