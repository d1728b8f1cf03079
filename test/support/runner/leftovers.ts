type Removal = () => unknown;

/** What tests left to be closed, ended or removed. */
class Leftovers {
  readonly #removals: Removal[] = [];

  /** Has `removal` run when the time has come, with the others. */
  add(removal: Removal): void {
    this.#removals.push(removal);
  }

  async remove(): Promise<void> {
    await Promise.all(this.#removals.splice(0).map((removal) => removal()));
  }
}

/**
 * Removed after each test, and after each file of tests: by `tidy-up.ts`, since a module that
 * several files share is loaded once, and would register a hook of its own for the first alone.
 */
export const leftByTest = new Leftovers();
export const leftByFile = new Leftovers();
