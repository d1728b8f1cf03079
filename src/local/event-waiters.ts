import { isDeepStrictEqual } from "node:util";
import type { IngestRequest } from "../contract/ingest.ts";

/** Which event: a question, or fields that it must have with these very values. */
export type EventMatch = ((event: IngestRequest) => boolean) | Partial<IngestRequest>;

interface Waiter {
  readonly matches: (event: IngestRequest) => boolean;
  readonly settle: (event: IngestRequest | Error) => void;
}

/** People who wait for an event to be stored. */
export class EventWaiters {
  readonly #events: () => readonly IngestRequest[];
  readonly #waiting = new Set<Waiter>();

  constructor(events: () => readonly IngestRequest[]) {
    this.#events = events;
  }

  /**
   * The first stored event that matches, at once or as soon as there is one. Rejects after
   * `timeoutMs`.
   */
  wait(match: EventMatch | undefined, timeoutMs: number): Promise<IngestRequest> {
    const matches = predicateOf(match);
    const stored = this.#events().find(matches);
    if (stored !== undefined) return Promise.resolve(stored);
    return new Promise((resolve, reject) => {
      const settle = (result: IngestRequest | Error): void => {
        clearTimeout(timer);
        this.#waiting.delete(waiter);
        if (result instanceof Error) reject(result);
        else resolve(result);
      };
      const waiter: Waiter = { matches, settle };
      const timer = setTimeout(() => settle(this.#late(timeoutMs)), timeoutMs);
      this.#waiting.add(waiter);
    });
  }

  /** To be called with each event that was stored. Costs nothing while nobody waits. */
  offer(event: IngestRequest): void {
    for (const waiter of this.#waiting) {
      if (waiter.matches(event)) waiter.settle(event);
    }
  }

  /** Sends everybody away. */
  close(): void {
    for (const waiter of this.#waiting) {
      waiter.settle(new Error("The local data plane was closed while an event was waited for."));
    }
  }

  #late(timeoutMs: number): Error {
    const stored = this.#events().length;
    return new Error(
      `No matching event was stored within ${timeoutMs} ms; the data plane holds ${stored} other event(s).`,
    );
  }
}

function predicateOf(match: EventMatch | undefined): (event: IngestRequest) => boolean {
  if (match === undefined) return () => true;
  if (typeof match === "function") return match;
  const wanted = Object.entries(match).filter(([, value]) => value !== undefined);
  return (event) => {
    const fields: Readonly<Record<string, unknown>> = event;
    return wanted.every(([key, value]) => isDeepStrictEqual(fields[key], value));
  };
}
