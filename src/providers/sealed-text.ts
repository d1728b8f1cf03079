import { hiddenField } from "../base/hidden-field.ts";
import type { SegmentKind, UninspectedKind } from "../types.ts";
import type { PromptVisitor } from "./prompt/prompt-text.ts";
import { isSealed } from "./sealed-value.ts";

/** What the texts of segments were signed with: nothing that anybody who is shown them should see. */
export const signatures = hiddenField<string>();

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
  return new SealedText(visitor, signature);
}

/** A text that goes back as it came or not at all would go back otherwise. */
export class SealedTextError extends RangeError {
  constructor() {
    super(
      "The masker or the guard would change a text that its provider has signed (thinking, for instance), and the provider would refuse it; nothing was sent. Such a text passes a masker only in the client that received it, as it came, with its signature. Leave it out of this turn, or name what may pass in the masker's allow.",
    );
    this.name = "SealedTextError";
  }
}

/**
 * Texts that the provider has signed, such as the model's thinking. The guard sees them like any
 * other text, but they go back as they came or not at all: with one letter changed the signature
 * would be wrong, and without the block the conversation would be another one.
 */
class SealedText implements PromptVisitor {
  readonly #visitor: PromptVisitor;
  readonly #signature: string;

  constructor(visitor: PromptVisitor, signature: string) {
    this.#visitor = visitor;
    this.#signature = signature;
  }

  /** Throws a {@link SealedTextError} for a text that differs. */
  text(text: string, role: string, kind: SegmentKind): string {
    const visitor = this.#visitor;
    if (visitor.text(text, role, kind) !== text) throw new SealedTextError();
    const segment = visitor.segments?.at(-1);
    if (text !== "" && segment !== undefined) signatures.set(segment, this.#signature);
    return text;
  }

  uninspected(kind: UninspectedKind, mediaType?: string | undefined): void {
    this.#visitor.uninspected(kind, mediaType);
  }
}
