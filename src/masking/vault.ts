import { type PlaceholderForm, placeholdersIn, plainly } from "./placeholder-form.ts";
import { decoded } from "./restore/encoded-mark.ts";

/** An original that differs from its decoded value, as found in JSON. */
interface Escaped {
  readonly letters: string;
  readonly said: string;
}

const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/**
 * Maps placeholders to their original values. Originals can be read only one at a time: logs,
 * `util.inspect` and `JSON.stringify` show only how many there are.
 */
export class Vault {
  readonly #form: PlaceholderForm;
  /** The placeholder of each original. */
  readonly #placeholders = new Map<string | Escaped, string>();
  /** Originals with escapes, by their text as found and by their decoded value. */
  #escaped: Map<string, Map<string, Escaped>> | undefined;
  /** The reverse map, created on first use: most texts never need it. */
  #originals: Map<string, string | Escaped> | undefined;
  /** Placeholders that were already in texts. */
  #reserved: Set<string> | undefined;
  /** The last number of each type, at the index of its series. */
  readonly #lastNumbers: number[] = [];

  constructor(form: PlaceholderForm) {
    this.#form = form;
  }

  /** Number of placeholders in use. */
  get size(): number {
    return this.#placeholders.size;
  }

  /**
   * Returns the original of a placeholder, exactly as it was found; undefined if there is none. The
   * placeholder must be spelled exactly.
   */
  originalOf(placeholder: string): string | undefined {
    const original = this.#wayBack().get(placeholder);
    return typeof original === "object" ? original.letters : original;
  }

  /**
   * Returns the decoded original of a placeholder, without the escapes of the JSON it was found in.
   */
  saidBy(placeholder: string): string | undefined {
    const original = this.#wayBack().get(placeholder);
    return typeof original === "object" ? original.said : original;
  }

  /** All placeholders in use, in the order in which they were assigned. */
  placeholders(): IterableIterator<string> {
    return this.#placeholders.values();
  }

  /**
   * Returns the placeholder of an original: its existing one, or the next free one of its type.
   * Numbers start at 1, so equal texts in equal order get equal placeholders. `said` is the decoded
   * value if it differs from `letters`.
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
   * Prevents placeholders that are already in `text`, in any case, escaped or encoded, from being
   * assigned to a value. Call it before masking, for text that this vault did not mask.
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

  /** The number of placeholders, without any originals. */
  toString(): string {
    return `Vault(${this.size} ${this.size === 1 ? "placeholder" : "placeholders"})`;
  }

  /** The same as `toString`, so that serializers do not read the fields. */
  toJSON(): string {
    return this.toString();
  }

  /** The same as `toString`, for `util.inspect` and `console.log`. */
  [INSPECT](): string {
    return this.toString();
  }
}

/**
 * A vault of any copy of this package: of its ESM or CJS build, or of another version. TypeScript
 * takes their classes for different ones, because they have private fields.
 */
export interface AnyVault
  extends Pick<Vault, "size" | "originalOf" | "placeholders" | "toJSON">,
    // Earlier versions have only the text as found.
    Partial<Pick<Vault, "saidBy">> {}
