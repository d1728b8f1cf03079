type Removal = () => unknown;

/** Cleanup functions of tests: to close, end or remove something. */
class Leftovers {
  readonly #removals: Removal[] = [];

  /** Registers a cleanup function. */
  add(removal: Removal): void {
    this.#removals.push(removal);
  }

  async remove(): Promise<void> {
    await Promise.all(this.#removals.splice(0).map((removal) => removal()));
  }
}

/**
 * Run after each test, and after each test file: by `tidy-up.ts`, because a module shared by
 * several files is loaded once, and would register its own hook only for the first.
 */
export const leftByTest = new Leftovers();
export const leftByFile = new Leftovers();
