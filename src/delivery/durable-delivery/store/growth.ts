/** What {@link Growth} needs. */
export interface GrowthParts {
  /** Whether it is time to grow; a cheap check. */
  readonly isDue: () => boolean;
  /**
   * Grows the file if that is really needed; returns whether it did.
   *
   * @throws the error of the disk
   */
  readonly grow: () => boolean;
  /** Syncs the file to the disk, in a moment. */
  readonly syncSoon: () => void;
  /** Runs `task` after the current work. */
  readonly soon: (task: () => void) => void;
}

/** Grows a file ahead of time: between the writes that answers wait for, not during one. */
export class Growth {
  readonly #parts: GrowthParts;
  #coming = false;
  #ended = false;

  constructor(parts: GrowthParts) {
    this.#parts = parts;
  }

  /** Call this after a write. */
  look(): void {
    if (this.#coming || this.#ended || !this.#parts.isDue()) return;
    this.#coming = true;
    this.#parts.soon(() => {
      this.#coming = false;
      this.#grow();
    });
  }

  /** Stops growing, because the file is about to be closed. */
  end(): void {
    this.#ended = true;
  }

  #grow(): void {
    if (this.#ended || !this.#parts.isDue()) return;
    try {
      if (this.#parts.grow()) this.#parts.syncSoon();
    } catch {
      // A write that needs the space gets the same error and reports it.
    }
  }
}
