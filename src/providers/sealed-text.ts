import type { SegmentKind, UninspectedKind } from "../types.ts";
import type { PromptVisitor } from "./prompt/prompt-text.ts";
import { isSealed } from "./sealed-value.ts";

/** A visitor for what stands in `value`: its own where that goes back with a signature. */
export function sealedIn(
  { type, signature }: { readonly type?: unknown; readonly signature?: unknown },
  visitor: PromptVisitor,
): PromptVisitor {
  return isSealed(type, signature) ? sealedBy(signature, visitor) : visitor;
}

/** A visitor for the texts that `signature` stands beside; the same one where it says nothing. */
export function sealedBy(signature: unknown, visitor: PromptVisitor): PromptVisitor {
  if (typeof signature !== "string" || signature === "") return visitor;
  return new SealedText(visitor);
}

/**
 * Texts that the provider has signed, such as the model's thinking. The guard sees them like any
 * other text, but they go back as they came or not at all: with one letter changed the signature
 * would be wrong, and without the block the conversation would be another one.
 */
class SealedText implements PromptVisitor {
  readonly #visitor: PromptVisitor;

  constructor(visitor: PromptVisitor) {
    this.#visitor = visitor;
  }

  /** Throws a `RangeError` for a text that differs. */
  text(text: string, role: string, kind: SegmentKind): string {
    if (this.#visitor.text(text, role, kind) === text) return text;
    throw new RangeError("A signed text cannot be rewritten.");
  }

  uninspected(kind: UninspectedKind, mediaType?: string | undefined): void {
    this.#visitor.uninspected(kind, mediaType);
  }
}
