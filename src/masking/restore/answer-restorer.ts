import type { AnyVault } from "../vault.ts";
import { PlaceholderMatcher } from "./placeholder-matcher.ts";
import { type Restoration, restorePiece } from "./restore.ts";
import { HoldingRestorer, type StreamRestorer } from "./restore-stream.ts";
import { areAlike, asFound, asSaid, type OriginalWriter } from "./write-original.ts";

/**
 * `json`: known to be JSON. `text`: anything a model writes, including JSON where it looks like
 * JSON.
 */
export type AnswerFormat = "text" | "json";

/**
 * Restores all texts of one answer. Structured output arrives as the text of a message like any
 * other, and tool arguments as JSON or as objects. Originals are escaped inside JSON; elsewhere
 * they are written decoded.
 */
export class AnswerRestorer {
  readonly #vault: AnyVault;
  readonly #matcher: PlaceholderMatcher;
  readonly #areAlike: boolean;

  /** Restores what the vault contains now; later placeholders are not recognized. */
  constructor(vault: AnyVault) {
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

  /** If all originals are written the same everywhere, the text need not be parsed. */
  #restoration(format: AnswerFormat): Restoration {
    const writer = this.#areAlike ? asFound(this.#vault) : asSaid(this.#vault, format);
    return { matcher: this.#matcher, writer: unfailing(writer) };
  }
}

/** Placeholders stay if a custom masker's vault fails: the app gets its answer in any case. */
function unfailing({ see, write }: OriginalWriter): OriginalWriter {
  return {
    see,
    write(placeholder, encoding) {
      try {
        return write(placeholder, encoding);
      } catch {
        return placeholder;
      }
    },
  };
}
