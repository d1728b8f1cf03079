import { type PlaceholderForm, placeholdersIn, plainly } from "./placeholder-form.ts";

const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/**
 * Which original each placeholder stands for. Originals leave it one at a time and on request
 * only: logs, `util.inspect` and `JSON.stringify` show how many there are and nothing else.
 */
export class Vault {
  readonly #form: PlaceholderForm;
  readonly #originals = new Map<string, string>();
  readonly #placeholders = new Map<string, string>();
  readonly #reserved = new Set<string>();
  readonly #lastNumber = new Map<string, number>();

  constructor(form: PlaceholderForm) {
    this.#form = form;
  }

  /** How many placeholders stand for something. */
  get size(): number {
    return this.#originals.size;
  }

  /** The original behind a placeholder, written exactly so; undefined when there is none. */
  originalOf(placeholder: string): string | undefined {
    return this.#originals.get(placeholder);
  }

  /** All placeholders in use, in the order in which they were given. */
  placeholders(): IterableIterator<string> {
    return this.#originals.keys();
  }

  /**
   * The placeholder of `original`: the one it has already, or the next free one of its type. The
   * first value of a type is number 1, so equal texts in equal order get equal placeholders.
   */
  placeholderFor(type: string, original: string): string {
    const known = this.#placeholders.get(original);
    if (known !== undefined) return known;
    let number = this.#lastNumber.get(type) ?? 0;
    let placeholder: string;
    do placeholder = this.#form.write(type, ++number);
    while (this.#reserved.has(placeholder));
    this.#lastNumber.set(type, number);
    this.#placeholders.set(original, placeholder);
    this.#originals.set(placeholder, original);
    return placeholder;
  }

  /**
   * Keeps placeholders that stand in `text` already, in whatever case and escaped or not, from being
   * given to anything: restoring takes those spellings for them. Call it for text that this vault did
   * not mask, before masking.
   */
  reserve(text: string): void {
    for (const { start, end } of placeholdersIn(text, this.#form, this.#form.loosePattern)) {
      const placeholder = plainly(text.slice(start, end));
      if (!this.#originals.has(placeholder)) this.#reserved.add(placeholder);
    }
  }

  /** How many placeholders, and nothing of what they stand for. */
  toString(): string {
    return `Vault(${this.size} ${this.size === 1 ? "placeholder" : "placeholders"})`;
  }

  /** As `toString`, so that no serialiser walks into it. */
  toJSON(): string {
    return this.toString();
  }

  /** As `toString`, for `util.inspect` and `console.log`. */
  [INSPECT](): string {
    return this.toString();
  }
}
