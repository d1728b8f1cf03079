import type { Clock } from "../../../types.ts";

/** After a failure the disk is left alone for so long, in milliseconds. */
const REST_MS = 1_000;

/** Who hears how the disk is. */
export interface DiskHealthParts {
  readonly clock: Clock;
  /** Told of each failure. */
  readonly onTrouble: (error: unknown) => void;
  /** Told of the first success after one. */
  readonly onRelief: () => void;
}

/** Whether the disk takes what it is given, as far as the last try says. */
export class DiskHealth {
  readonly #parts: DiskHealthParts;
  #failure: { readonly error: unknown; readonly at: number } | undefined = undefined;

  constructor(parts: DiskHealthParts) {
    this.#parts = parts;
  }

  /** Why the last try failed; undefined if it did not. */
  get failure(): unknown {
    return this.#failure?.error;
  }

  /** Whether there was a failure and no success since. */
  get isIll(): boolean {
    return this.#failure !== undefined;
  }

  /** Whether a further try is due. */
  get isRested(): boolean {
    const { clock } = this.#parts;
    return this.#failure === undefined || clock.monotonic() - this.#failure.at >= REST_MS;
  }

  failed(error: unknown): void {
    this.#failure = { error, at: this.#parts.clock.monotonic() };
    this.#parts.onTrouble(error);
  }

  succeeded(): void {
    if (this.#failure === undefined) return;
    this.#failure = undefined;
    this.#parts.onRelief();
  }
}
