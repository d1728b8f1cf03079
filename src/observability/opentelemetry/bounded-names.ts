/** Replaces all names beyond the limit: the convention's word for that (`error.type`). */
export const OTHER = "_OTHER";

/**
 * Limits the values of one metric attribute. Each new value costs a time series for good, and some
 * come from outside: a model named by a user, an error code invented by a provider.
 */
export class BoundedNames {
  readonly #maxSize: number;
  readonly #known = new Set<string>();

  constructor(most: number) {
    this.#maxSize = most;
  }

  /** The name, or `_OTHER` for new names beyond the limit. */
  of(name: string | undefined): string | undefined {
    if (name === undefined || this.#known.has(name)) return name;
    if (this.#known.size >= this.#maxSize) return OTHER;
    this.#known.add(name);
    return name;
  }
}
