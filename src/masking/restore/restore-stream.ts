import type { Vault } from "../vault.ts";
import { PlaceholderMatcher } from "./placeholder-matcher.ts";
import { type Restoration, restorePiece } from "./restore.ts";
import { asFound, asSaid } from "./write-original.ts";

/** Restores a text that arrives in pieces. One for each choice and each tool call of a stream. */
export interface StreamRestorer {
  /** Takes the next piece and gives what is certain by now; often all of it, sometimes nothing. */
  push(chunk: string): string;
  /** Gives what was held back, as it is. */
  end(): string;
}

/**
 * A restorer whose outputs together equal `restore` (or, for `json`, `restoreJson`) of its inputs
 * together, wherever they were cut. It holds back nothing but a suffix that could still become one
 * of the vault's placeholders. Make it when the masking of the prompt is done.
 */
export function streamRestorer(vault: Vault, format: "text" | "json" = "text"): StreamRestorer {
  if (vault.size === 0) return { push: (chunk) => chunk, end: () => "" };
  const writer = format === "json" ? asSaid(vault, "json") : asFound(vault);
  return new HoldingRestorer({ matcher: new PlaceholderMatcher(vault), writer });
}

/** @internal */
export class HoldingRestorer implements StreamRestorer {
  readonly #restoration: Restoration;
  #held = "";
  /** The last character that was let go, in the text as it came. */
  #before = "";

  constructor(restoration: Restoration) {
    this.#restoration = restoration;
  }

  push(chunk: string): string {
    if (this.#held === "" && !this.#restoration.matcher.canBeginIn(chunk)) {
      if (chunk !== "") this.#before = chunk.charAt(chunk.length - 1);
      this.#restoration.writer.see(chunk);
      return chunk;
    }
    return this.#restore(chunk, false);
  }

  end(): string {
    return this.#restore("", true);
  }

  #restore(chunk: string, isLast: boolean): string {
    const text = this.#held + chunk;
    const { done, rest } = restorePiece(text, this.#restoration, { before: this.#before, isLast });
    this.#held = rest;
    if (rest.length < text.length) this.#before = text.charAt(text.length - rest.length - 1);
    return done;
  }
}
