import { isJsonObject, type JsonObject } from "../json/json-shape.ts";
import { withChanges } from "../json/replace-at.ts";
import type { PieceVisitor, StreamTexts } from "../restore/restorer.ts";
import { wordsOf } from "./answer.ts";

/**
 * The texts in the lines of a stream (Ollama API reference, "Streaming"): a chat's are in its
 * message, a completion's at the top level. Tool calls arrive complete, and thinking is not signed.
 * A slot is the path to the text: `message/content`, `response`.
 */
export const streamTexts: StreamTexts<unknown> = {
  map(chunk, visitor) {
    if (!isJsonObject(chunk)) return chunk;
    const changes = pieces(chunk, ["response", "thinking"], (key, text) =>
      visitor.piece(key, text),
    );
    if (isJsonObject(chunk.message)) changes.message = mapMessage(chunk.message, visitor);
    return withChanges(chunk, changes);
  },

  // Where calls begin, the text is complete; where text begins, thinking is.
  ends(chunk) {
    if (!isJsonObject(chunk)) return NONE;
    if (endsWords(chunk)) return ALL;
    return wordsOf(chunk) === "" ? NONE : THOUGHTS;
  },

  carry(chunk, slot, text) {
    const { model, created_at, message } = chunk as JsonObject;
    const head = { model, created_at };
    const key = slot.replace("message/", "");
    const hasThought = key === "thinking";
    if (key === slot) {
      return { ...head, ...(hasThought && { response: "" }), [key]: text, done: false };
    }
    const role = isJsonObject(message) ? message.role : "assistant";
    const said = { role, ...(hasThought && { content: "" }), [key]: text };
    return { ...head, message: said, done: false };
  },
};

const ALL: readonly string[] = [""];
const THOUGHTS: readonly string[] = ["thinking", "message/thinking"];
const NONE: readonly string[] = [];

function mapMessage(message: JsonObject, visitor: PieceVisitor): JsonObject {
  const changes = pieces(message, ["content", "thinking"], (key, text) =>
    visitor.piece(`message/${key}`, text),
  );
  const { tool_calls: calls } = message;
  if (calls !== undefined) changes.tool_calls = visitor.whole(calls);
  return withChanges(message, changes);
}

function pieces(
  value: JsonObject,
  keys: readonly string[],
  restore: (key: string, text: string) => string,
): JsonObject {
  const changes: JsonObject = {};
  for (const key of keys) {
    const text = value[key];
    if (typeof text === "string") changes[key] = restore(key, text);
  }
  return changes;
}

/** Some servers have an empty list of calls in every line. */
function endsWords({ done, message }: JsonObject): boolean {
  const calls = isJsonObject(message) ? message.tool_calls : undefined;
  return done === true || (Array.isArray(calls) && calls.length > 0);
}
