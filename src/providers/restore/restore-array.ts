import { JsonArraySplitter } from "../json/json-array.ts";
import { parseJson } from "../json/parse-json.ts";
import { rewrittenJson } from "../json/rewritten-json.ts";
import type { ChunkRestorer } from "./chunk-restorer.ts";

/**
 * Restores a stream sent as one JSON array, chunk by chunk. Unchanged chunks stay as written, and
 * an array without changes is returned as it is.
 */
export function restoreArray(json: string, chunks: ChunkRestorer<unknown>): string {
  const elements: string[] = [];
  let changed = false;
  const splitter = new JsonArraySplitter((text) => {
    const parsed = parseJson(text);
    const restored = parsed === undefined ? [parsed] : chunks.push(parsed);
    const last = restored.at(-1);
    changed ||= restored.length > 1 || last !== parsed;
    elements.push(...restored.slice(0, -1).map((chunk) => JSON.stringify(chunk)));
    elements.push(last === parsed ? text : rewrittenJson(text, last));
  }, Number.POSITIVE_INFINITY);
  splitter.push(json);
  const rests = chunks.end().map((chunk) => JSON.stringify(chunk));
  if (!changed && rests.length === 0) return json;
  return `[${[...elements, ...rests].join(",\n")}]`;
}
