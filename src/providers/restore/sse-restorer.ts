import { parseJson } from "../../base/parse-json.ts";
import { orUnchanged } from "../json/or-unchanged.ts";
import { rewrittenJson } from "../json/rewritten-json.ts";
import { sseEventOf } from "../stream/sse-event.ts";
import { SseSplitter } from "../stream/sse-splitter.ts";
import type { ChunkRestorer } from "./chunk-restorer.ts";
import type { BodyRestorer } from "./restorer.ts";

/** Restores a stream of server-sent events. Events without changes are passed on byte for byte. */
export class SseRestorer implements BodyRestorer {
  readonly #chunks: ChunkRestorer<unknown>;
  readonly #events = new SseSplitter((event, ending) =>
    orUnchanged(event + ending, () => this.#restore(event, ending)),
  );
  readonly #encoder = new TextEncoder();
  /** Whether the events of this stream are named, and what terminates them. */
  #named = false;
  #ending = "\n\n";

  constructor(chunks: ChunkRestorer<unknown>) {
    this.#chunks = chunks;
  }

  push(bytes: Uint8Array): Uint8Array {
    return this.#encoder.encode(this.#events.push(bytes));
  }

  /** The held-back texts, and the rest of a stream that ended inside an event. */
  end(): Uint8Array {
    const rest = this.#events.end();
    return this.#encoder.encode(this.#rests() + rest);
  }

  #restore(event: string, ending: string): string {
    this.#ending = ending;
    const { data, others } = sseEventOf(event);
    // `[DONE]`: what is still held back belongs before it.
    if (data === "[DONE]") return this.#rests() + event + ending;
    const parsed = parseJson(data);
    if (parsed === undefined) return event + ending;
    this.#named ||= others.some((line) => line.startsWith("event:"));
    const restored = this.#chunks.push(parsed);
    const before = restored.slice(0, -1).map((chunk) => this.#eventOf(chunk));
    const last = restored.at(-1);
    if (last === parsed) return before.join("") + event + ending;
    const own = orUnchanged(event, () =>
      [...others, `data: ${rewrittenJson(data, last)}`].join(this.#lineEnd),
    );
    return before.join("") + own + ending;
  }

  get #lineEnd(): string {
    return this.#ending.slice(0, this.#ending.length / 2);
  }

  #rests(): string {
    const chunks = this.#chunks.end();
    return chunks.map((chunk) => orUnchanged("", () => this.#eventOf(chunk))).join("");
  }

  /** An event created here. In streams with named events, the chunk itself contains the name. */
  #eventOf(chunk: unknown): string {
    const name = this.#named ? nameOf(chunk) : undefined;
    const head = name === undefined ? "" : `event: ${name}${this.#lineEnd}`;
    return `${head}data: ${JSON.stringify(chunk)}${this.#ending}`;
  }
}

/**
 * OpenAI and Anthropic, assistants, and Google's interactions each have it in a different property.
 */
function nameOf(chunk: unknown): string | undefined {
  const { type, object, event_type } = chunk as Readonly<Record<string, unknown>>;
  return [event_type, type, object].find((name) => typeof name === "string") as string | undefined;
}
