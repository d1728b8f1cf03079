import type { Clock } from "../../../types.ts";

/** How long the disk is not used after a failure, in milliseconds. */
const REST_MS = 1_000;

/** What {@link DiskHealth} needs. */
export interface DiskHealthParts {
  readonly clock: Clock;
  /** Called for each failure. */
  readonly onTrouble: (error: unknown) => void;
  /** Called for the first success after a failure. */
  readonly onRelief: () => void;
}

/** Whether the disk works, according to the last attempt to use it. */
export class DiskHealth {
  readonly #parts: DiskHealthParts;
  #failure: { readonly error: unknown; readonly at: number } | undefined = undefined;

  constructor(parts: DiskHealthParts) {
    this.#parts = parts;
  }

  /** The error of the last attempt; undefined if it succeeded. */
  get failure(): unknown {
    return this.#failure?.error;
  }

  /** Whether there was a failure and no success since. */
  get isIll(): boolean {
    return this.#failure !== undefined;
  }

  /** Whether another attempt is due. */
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
