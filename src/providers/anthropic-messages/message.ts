import { isJsonObject, mapEach } from "../json/json-shape.ts";
import { binariesAmong, lastUserParts } from "../prompt/binary-parts.ts";
import type { PromptVisitor } from "../prompt/prompt-text.ts";
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

/**
 * Blocks of the last user message with content other than text, and without text. Tool results are
 * left out, because they mean nothing without the call.
 */
export function binaryBlocksOf(messages: unknown): unknown[] {
  const blocks = lastUserParts(messages).filter((block) => !isToolResult(block));
  return binariesAmong(blocks, (block, visitor) => {
    return mapBlocks(block, { visitor, role: "user", kind: "text", rules: BLOCK_RULES });
  });
}

function isToolResult(block: unknown): boolean {
  return isJsonObject(block) && String(block.type).endsWith("tool_result");
}
