/** What stands for all that came after the bound: the convention's word for it (`error.type`). */
export const OTHER = "_OTHER";

/**
 * Values of one attribute of metrics. Each new one costs a time series for good, and some come from
 * outside: a model that a user may name, an error code that a provider makes up.
 */
export class BoundedNames {
  readonly #maxSize: number;
  readonly #known = new Set<string>();

  constructor(most: number) {
    this.#maxSize = most;
  }

  /** The name, while there are few; `_OTHER` for those that come when there are many. */
  of(name: string | undefined): string | undefined {
    if (name === undefined || this.#known.has(name)) return name;
    if (this.#known.size >= this.#maxSize) return OTHER;
    this.#known.add(name);
    return name;
  }
}
