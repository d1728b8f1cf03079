import { parseJson } from "../../base/parse-json.ts";
import { JsonNesting } from "../json/json-nesting.ts";
import { orUnchanged } from "../json/or-unchanged.ts";
import { rewrittenJson } from "../json/rewritten-json.ts";
import type { ChunkRestorer } from "./chunk-restorer.ts";
import { restoreDocument } from "./restore-document.ts";
import type { BodyRestorer, TextRestorer } from "./restorer.ts";

const COMMA = 0x2c;

/**
 * Restores a stream sent as one JSON array, chunk by chunk, as soon as each has arrived. Unchanged
 * chunks, and everything between chunks, stay as written.
 */
export class ArrayRestorer implements BodyRestorer {
  readonly #chunks: ChunkRestorer<unknown>;
  readonly #restorer: TextRestorer;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  readonly #encoder = new TextEncoder();
  readonly #nesting = new JsonNesting();
  /** The pieces of an incomplete chunk, joined once when it is complete. */
  #held: string[] = [];
  /** Whether a comma is missing before another chunk. */
  #isBehindChunk = false;

  /** `restorer`: for the strings of a chunk that is cut short. */
  constructor(chunks: ChunkRestorer<unknown>, restorer: TextRestorer) {
    this.#chunks = chunks;
    this.#restorer = restorer;
  }

  push(bytes: Uint8Array): Uint8Array {
    return this.#encoder.encode(this.#read(this.#decoder.decode(bytes, { stream: true })));
  }

  end(): Uint8Array {
    const read = this.#read(this.#decoder.decode());
    const cut = restoreDocument(this.#held.join(""), this.#restorer);
    this.#held = [];
    return this.#encoder.encode(read + this.#rests() + cut);
  }

  #read(text: string): string {
    let passed = "";
    let from = 0;
    const nesting = this.#nesting;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      const step = nesting.read(code);
      if (step > 0 && nesting.depth === 2) {
        passed += text.slice(from, at);
        from = at;
      } else if (step < 0 && nesting.depth <= 1) {
        const to = nesting.depth === 1 ? at + 1 : at;
        const ended = text.slice(from, to);
        passed += nesting.depth === 1 ? this.#restore(ended) : ended + this.#rests();
        from = to;
      } else if (code === COMMA && !nesting.inString) this.#isBehindChunk &&= nesting.depth > 1;
    }
    const rest = text.slice(from);
    if (nesting.depth <= 1) return passed + rest;
    this.#held.push(rest);
    return passed;
  }

  #restore(end: string): string {
    const text = this.#held.join("") + end;
    this.#held = [];
    this.#isBehindChunk = true;
    return orUnchanged(text, () => this.#restoreChunk(text));
  }

  #restoreChunk(text: string): string {
    const parsed = parseJson(text);
    if (parsed === undefined) return text;
    const restored = this.#chunks.push(parsed);
    const before = restored.slice(0, -1).map((chunk) => `${JSON.stringify(chunk)},\n`);
    const last = restored.at(-1);
    const own = last === parsed ? text : orUnchanged(text, () => rewrittenJson(text, last));
    return before.join("") + own;
  }

  #rests(): string {
    const rests = this.#chunks.end().map((chunk) => orUnchanged("", () => JSON.stringify(chunk)));
    const written = rests.filter((json) => json !== "");
    return written.map((json) => (this.#isBehindChunk ? `,\n${json}` : `${json},\n`)).join("");
  }
}
