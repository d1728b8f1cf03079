import { ignoreLateRejection } from "../base/late-rejection.ts";
import { orUndo } from "../base/or-undo.ts";
import type { DeliveryCounters } from "../types.ts";
import type { EventRecord, RunningDelivery, Submission } from "./delivery.ts";

/** A delivery that is loaded later. */
export interface LazyParts {
  readonly load: () => Promise<RunningDelivery>;
  /** Whether it admits every call at once, so that the first one need not wait for the loading. */
  readonly admitsAtOnce: boolean;
}

/**
 * A delivery whose code is loaded with the first call, in parallel with its guard request:
 * importing the package and constructing a client stay cheap.
 */
export class LazyDelivery implements RunningDelivery {
  readonly #parts: LazyParts;
  #running: RunningDelivery | undefined = undefined;
  #loading: Promise<RunningDelivery> | undefined = undefined;
  /** Number of events submitted before it was loaded. */
  #early = 0;

  constructor(parts: LazyParts) {
    this.#parts = parts;
  }

  admit(signal: AbortSignal | undefined): Promise<void> | undefined {
    if (this.#running !== undefined) return this.#running.admit(signal);
    const loading = this.#load();
    // A call that is admitted at once does not wait for it, and may be the only one that asked.
    ignoreLateRejection(loading);
    if (this.#parts.admitsAtOnce) return undefined;
    return loading.then((running) => running.admit(signal));
  }

  forget(eventId: string): void {
    this.#running?.forget?.(eventId);
  }

  submit(record: EventRecord): Submission {
    if (this.#running !== undefined) return this.#running.submit(record);
    this.#early += 1;
    const loading = this.#load();
    loading.catch(() => {
      this.#early -= 1;
    });
    // Directly behind the load: a flush that waits for it, too, must find the event.
    const outcome = loading.then((running) => {
      this.#early -= 1;
      return running.submit(record).outcome;
    });
    return { stored: undefined, outcome };
  }

  async flush(options: { readonly deadlineMs: number }): Promise<void> {
    await (await this.#loading)?.flush(options);
  }

  async close(options: { readonly deadlineMs: number }): Promise<void> {
    await (await this.#load()).close(options);
  }

  counters(): DeliveryCounters {
    const counters = this.#running?.counters() ?? NOTHING;
    const { created, pending } = counters;
    return { ...counters, created: created + this.#early, pending: pending + this.#early };
  }

  /** Tries again after a failure: a process that had no free file handle may have one later. */
  #load(): Promise<RunningDelivery> {
    this.#loading ??= orUndo(
      this.#parts.load().then((running) => {
        this.#running = running;
        return running;
      }),
      () => {
        this.#loading = undefined;
      },
    );
    return this.#loading;
  }
}

const NOTHING: DeliveryCounters = Object.freeze({
  created: 0,
  delivered: 0,
  duplicate: 0,
  accepted: 0,
  rejected: 0,
  dropped: Object.freeze({}),
  persisted: 0,
  pending: 0,
  lost: 0,
});
