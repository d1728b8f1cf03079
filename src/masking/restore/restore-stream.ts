import type { AnyVault } from "../vault.ts";
import { PlaceholderMatcher } from "./placeholder-matcher.ts";
import { assertVault, type Restoration, restorePiece } from "./restore.ts";
import { asFound, asSaid } from "./write-original.ts";

/**
 * Restores a text that arrives in pieces. Use one for each choice and each tool call of a stream.
 */
export interface StreamRestorer {
  /**
   * Takes the next piece and returns the text that is final so far; often all of it, sometimes
   * none.
   */
  push(chunk: string): string;
  /** Returns the text that was held back, unchanged. */
  end(): string;
}

/**
 * Creates a restorer. Its concatenated output equals `restore` (for `json`, `restoreJson`) of its
 * concatenated input, wherever the pieces were cut. It holds back only a suffix that could become
 * one of the vault's placeholders. Create it after the prompt is masked.
 *
 * @throws ConfigurationError if `vault` is not a vault.
 */
export function streamRestorer(vault: AnyVault, format: "text" | "json" = "text"): StreamRestorer {
  assertVault("streamRestorer", vault);
  if (vault.size === 0) return { push: (chunk) => chunk, end: () => "" };
  const writer = format === "json" ? asSaid(vault, "json") : asFound(vault);
  return new HoldingRestorer({ matcher: new PlaceholderMatcher(vault), writer });
}

/** @internal */
export class HoldingRestorer implements StreamRestorer {
  readonly #restoration: Restoration;
  #held = "";
  /** The last character that was read and is no longer held back. */
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
