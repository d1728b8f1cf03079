import { hiddenField } from "../base/hidden-field.ts";
import type { SegmentKind, UninspectedKind } from "../types.ts";
import type { PromptVisitor } from "./prompt/prompt-text.ts";
import { isSealed } from "./sealed-value.ts";

/** The signatures of segments' texts, invisible to everybody who receives the segments. */
export const signatures = hiddenField<string>();

/** The visitor for the texts in `value`: one that protects them if they are signed. */
export function sealedIn(
  { type, signature }: { readonly type?: unknown; readonly signature?: unknown },
  visitor: PromptVisitor,
): PromptVisitor {
  return isSealed(type, signature) ? sealedBy(signature, visitor) : visitor;
}

/** The visitor for texts next to `signature`; the same one if there is no signature. */
export function sealedBy(signature: unknown, visitor: PromptVisitor): PromptVisitor {
  if (typeof signature !== "string" || signature === "") return visitor;
  return new SealedText(visitor, signature);
}

/** A signed text, which must be sent back unchanged or not at all, would be changed. */
export class SealedTextError extends RangeError {
  constructor() {
    super(
      "The masker or the guard would change a text that its provider has signed (thinking, for " +
        "instance), and the provider would refuse it; nothing was sent. Such a text passes a masker " +
        "only in the client that received it, as it came, with its signature. Leave it out of this " +
        "turn, or name what may pass in the masker's allow.",
    );
    this.name = "SealedTextError";
  }
}

/**
 * Protects texts that the provider has signed, such as the model's thinking. The guard sees them
 * like any other text, but they must be sent back unchanged or not at all: changing a letter would
 * invalidate the signature, and dropping the block would change the conversation.
 */
class SealedText implements PromptVisitor {
  readonly #visitor: PromptVisitor;
  readonly #signature: string;

  constructor(visitor: PromptVisitor, signature: string) {
    this.#visitor = visitor;
    this.#signature = signature;
  }

  /** @throws {@link SealedTextError} for a text that differs. */
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
