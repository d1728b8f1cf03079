import { mapEach } from "../json/json-shape.ts";
import { mapParts, PART_RULES } from "../openai/parts.ts";
import { binariesAmong, lastUserParts } from "../prompt/binary-parts.ts";
import type { PromptVisitor } from "../prompt/prompt-text.ts";
import { mapItem } from "./item.ts";

/** `input`: one text of the user, or items. */
export function mapInput(input: unknown, visitor: PromptVisitor): unknown {
  return mapEach(input, (item) => mapItem(item, visitor));
}

/** Parts of the last user message with content other than text, and without text. */
export function binaryPartsOf(input: unknown): unknown[] {
  return binariesAmong(lastUserParts(input), (part, visitor) => {
    return mapParts(part, { visitor, role: "user", kind: "text", rules: PART_RULES });
  });
}
