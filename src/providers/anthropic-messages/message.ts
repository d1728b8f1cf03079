import { isJsonObject, mapEach } from "../json/json-shape.ts";
import { PromptReader, type PromptVisitor } from "../prompt/prompt-text.ts";
import { isWord } from "../prompt/word.ts";
import { mapBlocks } from "./block.ts";
import { BLOCK_RULES } from "./rules.ts";

/** `messages`: each with its role and its content. */
export function mapMessages(messages: unknown, visitor: PromptVisitor): unknown {
  return mapEach(messages, (message) => mapMessage(message, visitor));
}

/** `system`: a text, or text blocks. */
export function mapSystem(system: unknown, visitor: PromptVisitor): unknown {
  return mapBlocks(system, { visitor, role: "system", kind: "text", rules: BLOCK_RULES });
}

/** A message is read like a block, with an additional role. */
function mapMessage(message: unknown, visitor: PromptVisitor): unknown {
  // Read a second time when it is copied; if it changes in between, its texts only get the wrong
  // role.
  const role = isJsonObject(message) && isWord(message.role) ? message.role : "unknown";
  return mapBlocks(message, { visitor, role, kind: "text", rules: BLOCK_RULES });
}

/** Blocks of the last user message with content other than text, and without text. */
export function binaryBlocksOf(messages: unknown): unknown[] {
  if (!Array.isArray(messages)) return [];
  const last = messages.findLast((message) => isJsonObject(message) && message.role === "user");
  const content: unknown = isJsonObject(last) ? last.content : undefined;
  return Array.isArray(content) ? content.flatMap(binaryOf) : [];
}

/**
 * A copy of a block without text. Tool results are left out, because they mean nothing without the
 * call.
 */
function binaryOf(block: unknown): unknown[] {
  if (!isJsonObject(block) || String(block.type).endsWith("tool_result")) return [];
  const reader = new PromptReader();
  const place = { visitor: reader, role: "user", kind: "text", rules: BLOCK_RULES } as const;
  const copy = mapBlocks(block, place);
  return reader.segments.length === 0 && reader.uninspectedParts.length > 0 ? [copy] : [];
}
