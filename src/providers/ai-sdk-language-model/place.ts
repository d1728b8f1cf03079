import type { SegmentKind } from "../../types.ts";
import type { PromptVisitor } from "../prompt/prompt-text.ts";

/** Where in a prompt a walk is. */
export interface Place {
  readonly visitor: PromptVisitor;
  readonly role: string;
  readonly kind: SegmentKind;
}
