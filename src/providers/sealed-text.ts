import type { SegmentKind, UninspectedKind } from "../types.ts";
import type { PromptVisitor } from "./prompt-text.ts";

/**
 * Texts that the provider has signed, such as the model's thinking. The guard sees them like any
 * other text, but they go back as they came or not at all: with one letter changed the signature
 * would be wrong, and without the block the conversation would be another one.
 */
export class SealedText implements PromptVisitor {
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
