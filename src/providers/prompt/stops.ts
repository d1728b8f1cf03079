import { mapStrings } from "../json/json-shape.ts";
import type { PromptVisitor } from "./prompt-text.ts";

/**
 * Names, without case and underscores, of what says where an answer ends and which words it may not
 * have: a model that was told placeholders says placeholders, and only there its answer would end.
 */
export const STOPS: ReadonlySet<string> = new Set([
  ...["stop", "stopsequences", "stopwords", "stopstrings", "badwords"],
]);

/** Such words: masked with the prompt, and no part of what the guard sees. */
export function mapStops(value: unknown, visitor: PromptVisitor): unknown {
  return mapStrings(value, (word) => (SAYING.test(word) && visitor.name?.(word)) || word);
}

/** Line ends, marks of Markdown and the like hide nothing, and to look into each takes time. */
const SAYING = /[\p{L}\p{N}]/u;
