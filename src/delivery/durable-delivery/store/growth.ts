/** What a file is grown with. */
export interface GrowthParts {
  /** Whether it is time, told at once. */
  readonly isDue: () => boolean;
  /** Grows the file, if it is time indeed; says whether it did. @throws the error of the disk */
  readonly grow: () => boolean;
  /** Brings the file as it is now to the disk, in a moment. */
  readonly syncSoon: () => void;
  /** Runs `task` after the work at hand. */
  readonly soon: (task: () => void) => void;
}

/** Has a file grow before it must: between the writes that answers wait for, and not in one. */
export class Growth {
  readonly #parts: GrowthParts;
  #coming = false;
  #ended = false;

  constructor(parts: GrowthParts) {
    this.#parts = parts;
  }

  /** After a write. */
  look(): void {
    if (this.#coming || this.#ended || !this.#parts.isDue()) return;
    this.#coming = true;
    this.#parts.soon(() => {
      this.#coming = false;
      this.#grow();
    });
  }

  /** Nothing grows any more: the file is about to be closed. */
  end(): void {
    this.#ended = true;
  }

  #grow(): void {
    if (this.#ended || !this.#parts.isDue()) return;
    try {
      if (this.#parts.grow()) this.#parts.syncSoon();
    } catch {
      // A write that needs the place meets the error itself, and says so.
    }
  }
}
