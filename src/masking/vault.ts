import { type PlaceholderForm, placeholdersIn, plainly } from "./placeholder-form.ts";
import { decoded } from "./restore/encoded-mark.ts";

/** An original in letters that say something else, as those do that were found in JSON. */
interface Escaped {
  readonly letters: string;
  readonly said: string;
}

const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/**
 * Which original each placeholder stands for. Originals leave it one at a time and on request
 * only: logs, `util.inspect` and `JSON.stringify` show how many there are and nothing else.
 */
export class Vault {
  readonly #form: PlaceholderForm;
  /** The placeholder of each original. */
  readonly #placeholders = new Map<string | Escaped, string>();
  /** Originals with escapes, by their letters and by what they say. */
  #escaped: Map<string, Map<string, Escaped>> | undefined;
  /** The way back, from when it is first asked for: of most texts nobody ever does. */
  #originals: Map<string, string | Escaped> | undefined;
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

  /**
   * The original behind a placeholder, in the letters it was found in; undefined when there is none.
   * The placeholder is to be written exactly so.
   */
  originalOf(placeholder: string): string | undefined {
    const original = this.#wayBack().get(placeholder);
    return typeof original === "object" ? original.letters : original;
  }

  /** What the original behind a placeholder says: without the escapes of the JSON it was found in. */
  saidBy(placeholder: string): string | undefined {
    const original = this.#wayBack().get(placeholder);
    return typeof original === "object" ? original.said : original;
  }

  /** All placeholders in use, in the order in which they were given. */
  placeholders(): IterableIterator<string> {
    return this.#placeholders.values();
  }

  /**
   * The placeholder of an original: the one it has already, or the next free one of its type. The
   * first value of a type is number 1, so equal texts in equal order get equal placeholders.
   * `said`: what it says, where that is not its letters; the same letters may say both.
   */
  placeholderFor(type: string, letters: string, said = letters): string {
    const original = said === letters ? letters : this.#escapedOf(letters, said);
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
   * Keeps placeholders that stand in `text` already, in whatever case, escaped or encoded, from being
   * given to anything: restoring takes those spellings for them. Call it for text that this vault did
   * not mask, before masking.
   */
  reserve(text: string): void {
    this.#reserve(text);
    const plain = decoded(text, this.#form.encodedOpening);
    if (plain !== undefined) this.#reserve(plain);
  }

  #reserve(text: string): void {
    for (const { start, end } of placeholdersIn(text, this.#form, this.#form.loosePattern)) {
      const placeholder = plainly(text.slice(start, end));
      if (this.#wayBack().has(placeholder)) continue;
      this.#reserved ??= new Set();
      this.#reserved.add(placeholder);
    }
  }

  #escapedOf(letters: string, said: string): Escaped {
    this.#escaped ??= new Map();
    const alike = this.#escaped.get(letters) ?? new Map<string, Escaped>();
    const escaped = alike.get(said) ?? { letters, said };
    this.#escaped.set(letters, alike.set(said, escaped));
    return escaped;
  }

  #wayBack(): Map<string, string | Escaped> {
    if (this.#originals !== undefined) return this.#originals;
    const originals = new Map<string, string | Escaped>();
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
