import type { DeliveryCounters } from "../types.ts";
import type { CallNote, EventRecord, RunningDelivery, Submission } from "./delivery.ts";

/** A delivery that is yet to be loaded. */
export interface LazyParts {
  readonly load: () => Promise<RunningDelivery>;
  /** Whether it admits every call at once, so that the first need not wait for the loading. */
  readonly admitsAtOnce: boolean;
  /** Whether running calls are noted; left out where a crash loses memory anyway. */
  readonly notesCalls?: boolean | undefined;
}

/**
 * A delivery whose works are loaded with the first call, while its guard is being asked: an app
 * that only imports and constructs pays nothing for them.
 */
export class LazyDelivery implements RunningDelivery {
  readonly note?: (call: CallNote) => Promise<void> | undefined;
  readonly #parts: LazyParts;
  #works: RunningDelivery | undefined = undefined;
  #loading: Promise<RunningDelivery> | undefined = undefined;
  /** Events that came before the works. */
  #early = 0;

  constructor(parts: LazyParts) {
    this.#parts = parts;
    if (parts.notesCalls === true) {
      this.note = (call) =>
        this.#works === undefined
          ? this.#load().then((works) => works.note?.(call))
          : this.#works.note?.(call);
    }
  }

  admit(signal: AbortSignal | undefined): Promise<void> | undefined {
    if (this.#works !== undefined) return this.#works.admit(signal);
    const loading = this.#load();
    if (this.#parts.admitsAtOnce) return undefined;
    return loading.then((works) => works.admit(signal));
  }

  forget(eventId: string): void {
    this.#works?.forget?.(eventId);
  }

  submit(record: EventRecord): Submission {
    if (this.#works !== undefined) return this.#works.submit(record);
    this.#early += 1;
    const outcome = this.#load().then((works) => {
      this.#early -= 1;
      return works.submit(record).outcome;
    });
    return { stored: undefined, outcome };
  }

  async flush(options: { readonly deadlineMs: number }): Promise<void> {
    if (this.#loading !== undefined) await (await this.#loading).flush(options);
  }

  async close(options: { readonly deadlineMs: number }): Promise<void> {
    await (await this.#load()).close(options);
  }

  counters(): DeliveryCounters {
    const counters = this.#works?.counters() ?? NOTHING;
    const { created, pending } = counters;
    return { ...counters, created: created + this.#early, pending: pending + this.#early };
  }

  #load(): Promise<RunningDelivery> {
    this.#loading ??= this.#parts.load().then((works) => {
      this.#works = works;
      return works;
    });
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
