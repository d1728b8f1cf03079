import { parseJson } from "../json/parse-json.ts";
import { SSE_EVENT_END, sseEventOf } from "../stream/sse-event.ts";
import type { ChunkRestorer } from "./chunk-restorer.ts";
import type { BodyRestorer } from "./restorer.ts";

/**
 * Restores a stream of server-sent events. Events whose texts stay as they are leave as they
 * came; at most one unfinished event is held back, which no reader could have used yet.
 */
export class SseRestorer implements BodyRestorer {
  readonly #chunks: ChunkRestorer<unknown>;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  readonly #encoder = new TextEncoder();
  #held = "";
  /** Whether this stream's events have names of their own, and what ends them. */
  #named = false;
  #ending = "\n\n";

  constructor(chunks: ChunkRestorer<unknown>) {
    this.#chunks = chunks;
  }

  push(bytes: Uint8Array): Uint8Array {
    const searched = Math.max(0, this.#held.length - 3);
    this.#held += this.#decoder.decode(bytes, { stream: true });
    let restored = "";
    let start = 0;
    SSE_EVENT_END.lastIndex = searched;
    for (
      let end = SSE_EVENT_END.exec(this.#held);
      end !== null;
      end = SSE_EVENT_END.exec(this.#held)
    ) {
      restored += this.#restore(this.#held.slice(start, end.index), end[0]);
      start = end.index + end[0].length;
    }
    this.#held = this.#held.slice(start);
    return this.#encoder.encode(restored);
  }

  /** What is held back of texts, and the rest of a stream that ended inside an event. */
  end(): Uint8Array {
    const rest = this.#held + this.#decoder.decode();
    this.#held = "";
    return this.#encoder.encode(this.#rests() + rest);
  }

  #restore(event: string, ending: string): string {
    if (ending !== "") this.#ending = ending;
    const { data, others } = sseEventOf(event);
    // `[DONE]`: whatever is still held back belongs before it.
    if (data === "[DONE]") return this.#rests() + event + ending;
    const parsed = parseJson(data);
    if (parsed === undefined) return event + ending;
    this.#named ||= others.some((line) => line.startsWith("event:"));
    const restored = this.#chunks.push(parsed.value);
    const before = restored.slice(0, -1).map((chunk) => this.#eventOf(chunk));
    const last = restored.at(-1);
    if (last === parsed.value) return before.join("") + event + ending;
    const own = [...others, `data: ${JSON.stringify(last)}`].join(this.#lineEnd) + ending;
    return before.join("") + own;
  }

  get #lineEnd(): string {
    return this.#ending.slice(0, this.#ending.length / 2);
  }

  #rests(): string {
    return this.#chunks
      .end()
      .map((chunk) => this.#eventOf(chunk))
      .join("");
  }

  /** An event of our own. In streams that name their events, a chunk says its name itself. */
  #eventOf(chunk: unknown): string {
    const name = this.#named ? nameOf(chunk) : undefined;
    const head = name === undefined ? "" : `event: ${name}${this.#lineEnd}`;
    return `${head}data: ${JSON.stringify(chunk)}${this.#ending}`;
  }
}

/** OpenAI and Anthropic, assistants, and Google's interactions, each in its own property. */
function nameOf(chunk: unknown): string | undefined {
  const { type, object, event_type } = chunk as Readonly<Record<string, unknown>>;
  return [event_type, type, object].find((name) => typeof name === "string") as string | undefined;
}
