import { PlaceholderMatcher } from "./placeholder-matcher.ts";
import { asJson, asText, restorePiece, type WriteOriginal } from "./restore.ts";
import { HoldingRestorer, type StreamRestorer } from "./restore-stream.ts";
import type { Vault } from "./vault.ts";

/** `json`: known to be JSON. `text`: whatever a model says, which is JSON when it begins as JSON does. */
export type AnswerFormat = "text" | "json";

/**
 * Restores all texts of one answer. Structured output comes as the text of a message like any
 * other, so a text that begins as JSON does gets its originals escaped and stays JSON.
 */
export class AnswerRestorer {
  readonly #vault: Vault;
  readonly #matcher: PlaceholderMatcher;

  /** What the vault holds by now is what will be restored. */
  constructor(vault: Vault) {
    this.#vault = vault;
    this.#matcher = new PlaceholderMatcher(vault);
  }

  whole(text: string, format: AnswerFormat): string {
    if (!this.#matcher.canBeginIn(text)) return text;
    const write = format === "json" || new Beginning().see(text).isJson ? asJson : asText;
    return restorePiece(text, this.#with(write), { isLast: true }).done;
  }

  open(format: AnswerFormat): StreamRestorer {
    if (format === "json") return new HoldingRestorer(this.#with(asJson));
    const beginning = new Beginning();
    const write: WriteOriginal = (original) => (beginning.isJson ? asJson : asText)(original);
    const restorer = new HoldingRestorer(this.#with(write));
    return {
      push(chunk) {
        beginning.see(chunk);
        return restorer.push(chunk);
      },
      end: () => restorer.end(),
    };
  }

  #with(write: WriteOriginal) {
    return { matcher: this.#matcher, vault: this.#vault, write };
  }
}

/** An object, or a list of objects or strings: `[1]` and `[EMAIL_1]` are how prose begins, too. */
const BEGINS_AS_JSON = /^\s*(?:\{|\[\s*["{])/;
/** What does not tell yet. */
const UNDECIDED = /^\s*\[?\s*$/;

/** How a text begins, as far as it has come. */
class Beginning {
  isJson = false;
  /** Undefined once it is known. */
  #seen: string | undefined = "";

  see(text: string): this {
    if (this.#seen === undefined) return this;
    const seen = this.#seen + text.slice(0, MOST_SPACE);
    const undecided = UNDECIDED.test(seen) && seen.length < MOST_SPACE;
    this.isJson = BEGINS_AS_JSON.test(seen);
    this.#seen = undecided ? seen : undefined;
    return this;
  }
}

/** How far it is looked for, in UTF-16 units. */
const MOST_SPACE = 256;
