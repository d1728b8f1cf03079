import { mapStrings } from "../json/json-shape.ts";
import type { PromptVisitor } from "./prompt-text.ts";

/**
 * Names of stop sequences and banned words, without case and underscores: a model that was given
 * placeholders answers with placeholders, so these must be masked to have an effect.
 */
export const STOPS: ReadonlySet<string> = new Set([
  ...["stop", "stopsequences", "stopwords", "stopstrings", "badwords"],
]);

/** Stop sequences: masked like the prompt, but not shown to the guard. */
export function mapStops(value: unknown, visitor: PromptVisitor): unknown {
  return mapStrings(value, (word) => (SAYING.test(word) ? visitor.name?.(word) : word) ?? word);
}

/** Line ends, Markdown and the like contain nothing to mask, and masking each takes time. */
const SAYING = /[\p{L}\p{N}]/u;
