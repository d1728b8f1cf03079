import { isJsonObject, type JsonObject } from "../json/json-shape.ts";
import { withChanges } from "../json/replace-at.ts";
import type { PieceVisitor, StreamTexts } from "../restore/restorer.ts";

/**
 * Where the lines of a stream have their texts (Ollama API reference, "Streaming"): a chat's in
 * its message, a completion's beside everything else. Calls of tools come whole.
 */
export const streamTexts: StreamTexts<unknown> = {
  map(chunk, visitor) {
    if (!isJsonObject(chunk)) return chunk;
    const { message, response } = chunk;
    const changes: JsonObject = {};
    if (isJsonObject(message)) changes.message = mapMessage(message, visitor);
    if (typeof response === "string") changes.response = visitor.piece("response", response);
    return withChanges(chunk, changes);
  },

  // Where calls begin or an error ends it all, nothing more is said.
  ends: (chunk) => (isJsonObject(chunk) && endsWords(chunk) ? ALL : NONE),

  carry(chunk, slot, text) {
    const { model, created_at, message } = chunk as JsonObject;
    const head = { model, created_at };
    if (slot === "response") return { ...head, response: text, done: false };
    const role = isJsonObject(message) ? message.role : "assistant";
    return { ...head, message: { role, content: text }, done: false };
  },
};

const ALL: readonly string[] = [""];
const NONE: readonly string[] = [];

function mapMessage(message: JsonObject, visitor: PieceVisitor): JsonObject {
  const { content, tool_calls: calls } = message;
  return withChanges(message, {
    ...(typeof content === "string" ? { content: visitor.piece("content", content) } : undefined),
    ...(calls === undefined ? undefined : { tool_calls: visitor.whole(calls) }),
  });
}

function endsWords({ done, error, message }: JsonObject): boolean {
  return done === true || error !== undefined || (isJsonObject(message) && "tool_calls" in message);
}
