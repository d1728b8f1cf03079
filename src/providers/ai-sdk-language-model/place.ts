import type { SegmentKind } from "../../types.ts";
import type { PromptVisitor } from "../prompt/prompt-text.ts";

/** The position of a walk in a prompt. */
export interface Place {
  readonly visitor: PromptVisitor;
  readonly role: string;
  readonly kind: SegmentKind;
}
