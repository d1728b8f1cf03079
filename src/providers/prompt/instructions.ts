import { foldedKey } from "../json/folded-key.ts";
import type { PromptVisitor } from "./prompt-text.ts";

/** Properties beside a conversation with the developer's instructions, the same in each turn. */
const INSTRUCTIONS: ReadonlySet<string> = new Set([
  ...["system", "system_prompt", "instructions", "preamble"],
  ...["systeminstruction", "system_instruction", "additionalmodelrequestfields"],
]);

/** The result of `read`, which shows the value of the property `key` to `visitor`. */
export function readProperty<T>(key: string, visitor: PromptVisitor, read: () => T): T {
  return INSTRUCTIONS.has(foldedKey(key)) ? readInstructions(visitor, read) : read();
}

/** The result of `read`, which shows instructions to `visitor`. */
export function readInstructions<T>(visitor: PromptVisitor, read: () => T): T {
  return visitor.instructions === undefined ? read() : visitor.instructions(read);
}
