import { parseJson } from "../../base/parse-json.ts";
import { orUnchanged } from "../json/or-unchanged.ts";
import { rewrittenJson } from "../json/rewritten-json.ts";
import type { ChunkRestorer } from "./chunk-restorer.ts";
import type { BodyRestorer } from "./restorer.ts";

const NOTHING = new Uint8Array(0);

/** Restores a stream of JSON lines. Lines without changes are passed on byte for byte. */
export class LineRestorer implements BodyRestorer {
  readonly #chunks: ChunkRestorer<unknown>;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  readonly #encoder = new TextEncoder();
  /** The pieces of an incomplete line, joined once when it is complete. */
  #held: string[] = [];

  constructor(chunks: ChunkRestorer<unknown>) {
    this.#chunks = chunks;
  }

  push(bytes: Uint8Array): Uint8Array {
    const arrived = this.#decoder.decode(bytes, { stream: true });
    this.#held.push(arrived);
    if (!arrived.includes("\n")) return NOTHING;
    const lines = this.#held.join("").split("\n");
    this.#held = [lines.pop() ?? ""];
    return this.#encoder.encode(lines.map((line) => this.#restored(line, "\n")).join(""));
  }

  /** The last line may lack its line end. */
  end(): Uint8Array {
    const rest = this.#held.join("") + this.#decoder.decode();
    this.#held = [];
    const last = this.#restored(rest, "");
    const texts = this.#chunks
      .end()
      .map((chunk) => orUnchanged("", () => `${JSON.stringify(chunk)}\n`));
    return this.#encoder.encode(
      texts.length === 0 ? last : `${last && `${last}\n`}${texts.join("")}`,
    );
  }

  #restored(line: string, ending: string): string {
    return orUnchanged(line + ending, () => this.#restore(line, ending));
  }

  #restore(line: string, ending: string): string {
    const parsed = parseJson(line);
    if (parsed === undefined) return line + ending;
    const restored = this.#chunks.push(parsed);
    const before = restored.slice(0, -1).map((chunk) => `${JSON.stringify(chunk)}\n`);
    const last = restored.at(-1);
    const own = last === parsed ? line : orUnchanged(line, () => rewrittenJson(line, last));
    return before.join("") + own + ending;
  }
}
