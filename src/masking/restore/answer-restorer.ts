import type { Vault } from "../vault.ts";
import { PlaceholderMatcher } from "./placeholder-matcher.ts";
import { type Restoration, restorePiece } from "./restore.ts";
import { HoldingRestorer, type StreamRestorer } from "./restore-stream.ts";
import { areAlike, asFound, asSaid } from "./write-original.ts";

/** `json`: known to be JSON. `text`: whatever a model says, with JSON in it where it looks like it. */
export type AnswerFormat = "text" | "json";

/**
 * Restores all texts of one answer. Structured output comes as the text of a message like any
 * other, and what a tool is called with as JSON or as objects: where a text has JSON, originals are
 * escaped, and elsewhere they are what they say.
 */
export class AnswerRestorer {
  readonly #vault: Vault;
  readonly #matcher: PlaceholderMatcher;
  readonly #areAlike: boolean;

  /** What the vault holds by now is what will be restored. */
  constructor(vault: Vault) {
    this.#vault = vault;
    this.#matcher = new PlaceholderMatcher(vault, { decodes: true });
    this.#areAlike = areAlike(vault);
  }

  whole(text: string, format: AnswerFormat): string {
    if (!this.#matcher.canBeginIn(text)) return text;
    return restorePiece(text, this.#restoration(format), { isLast: true }).done;
  }

  open(format: AnswerFormat): StreamRestorer {
    return new HoldingRestorer(this.#restoration(format));
  }

  /** Where all are written alike, nothing has to be known of the text. */
  #restoration(format: AnswerFormat): Restoration {
    const writer = this.#areAlike ? asFound(this.#vault) : asSaid(this.#vault, format);
    return { matcher: this.#matcher, writer };
  }
}
