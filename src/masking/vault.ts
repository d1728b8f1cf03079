import { type PlaceholderForm, placeholdersIn, plainly } from "./placeholder-form.ts";

const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/**
 * Which original each placeholder stands for. Originals leave it one at a time and on request
 * only: logs, `util.inspect` and `JSON.stringify` show how many there are and nothing else.
 */
export class Vault {
  readonly #form: PlaceholderForm;
  /** The placeholder of each original. */
  readonly #placeholders = new Map<string, string>();
  /** The way back, from when it is first asked for: of most texts nobody ever does. */
  #originals: Map<string, string> | undefined;
  /** Placeholders that texts came with. */
  #reserved: Set<string> | undefined;
  /** The last number of each type, at the place of its series. */
  readonly #lastNumbers: number[] = [];

  constructor(form: PlaceholderForm) {
    this.#form = form;
  }

  /** How many placeholders stand for something. */
  get size(): number {
    return this.#placeholders.size;
  }

  /** The original behind a placeholder, written exactly so; undefined when there is none. */
  originalOf(placeholder: string): string | undefined {
    return this.#wayBack().get(placeholder);
  }

  /** All placeholders in use, in the order in which they were given. */
  placeholders(): IterableIterator<string> {
    return this.#placeholders.values();
  }

  /**
   * The placeholder of `original`: the one it has already, or the next free one of its type. The
   * first value of a type is number 1, so equal texts in equal order get equal placeholders.
   */
  placeholderFor(type: string, original: string): string {
    const known = this.#placeholders.get(original);
    if (known !== undefined) return known;
    const series = this.#form.seriesOf(type);
    let number = this.#lastNumbers[series.place] ?? 0;
    let placeholder: string;
    do placeholder = series.write(++number);
    while (this.#reserved?.has(placeholder));
    this.#lastNumbers[series.place] = number;
    this.#placeholders.set(original, placeholder);
    this.#originals?.set(placeholder, original);
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
      if (this.#wayBack().has(placeholder)) continue;
      this.#reserved ??= new Set();
      this.#reserved.add(placeholder);
    }
  }

  #wayBack(): Map<string, string> {
    if (this.#originals !== undefined) return this.#originals;
    const originals = new Map<string, string>();
    for (const [original, placeholder] of this.#placeholders) originals.set(placeholder, original);
    this.#originals = originals;
    return originals;
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
