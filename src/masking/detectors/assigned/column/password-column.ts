import type { Stretch } from "../../../text/stretch.ts";
import { isLocation, isReserved, isTemplate } from "../value/no-secret.ts";

/** Number of passwords after which values at the same place, most of which they are, are too. */
const FEWEST = 3;
/** Most values kept until then. */
const MOST_DOUBTFUL = 64;

/**
 * Values at the same place of several rows. Once they have proved to be passwords, they include those
 * that alone could be anything: `sunshine`, `QBZTtvek`.
 */
export class PasswordColumn {
  #secrets = 0;
  #others = 0;
  #doubtful: Stretch[] = [];

  /** Adds a password. */
  prove(): void {
    this.#secrets++;
  }

  /** Adds a value that may be one. */
  doubt(cell: Stretch): void {
    this.#others++;
    if (this.#doubtful.length < MOST_DOUBTFUL) this.#doubtful.push(cell);
  }

  /** Whether all of them are passwords. */
  get isProven(): boolean {
    return this.#secrets >= FEWEST && this.#secrets >= this.#others;
  }

  /** Returns those that were in doubt, once, if they are passwords. */
  takeDoubtful(): readonly Stretch[] {
    if (!this.isProven || this.#doubtful.length === 0) return [];
    const taken = this.#doubtful;
    this.#doubtful = [];
    return taken;
  }
}

/** What is said of an account without a password, of one that is not shown, and in a schema. */
const NONE =
  /^(?:null|nil|none|n\/?a|true|false|yes|no|undefined|unknown|expired|locked|disabled|unset|missing|default|empty|hidden|redacted|masked|encrypted|hashed|string|required|optional|(.)\1*)$/i;

/** A word that somebody may have as a password. */
export function mayBePassword(value: string): boolean {
  if (!/^\S{4,64}$/.test(value) || NONE.test(value)) return false;
  return !isTemplate(value) && !isReserved(value) && !isLocation(value);
}
