import { inspect, isDeepStrictEqual } from "node:util";
import { type IngestRequest, ingestRequestSchema } from "../contract/ingest.ts";
import { MAX_TIMER_MS } from "./timers.ts";

/** Which event: a predicate, or fields that must have exactly these values. */
export type EventMatch = ((event: IngestRequest) => boolean) | Partial<IngestRequest>;

interface Waiter {
  readonly matches: (event: IngestRequest) => boolean;
  readonly settle: (event: IngestRequest) => void;
  readonly fail: (reason: unknown) => void;
}

/** The callers that wait for an event to be stored. */
export class EventWaiters {
  readonly #events: () => readonly IngestRequest[];
  readonly #waiting = new Set<Waiter>();
  #isClosed = false;

  constructor(events: () => readonly IngestRequest[]) {
    this.#events = events;
  }

  /**
   * The first stored event that matches, at once or as soon as there is one. Rejects after
   * `timeoutMs`, and with errors of `match`.
   */
  async wait(match: EventMatch | undefined, timeoutMs: number): Promise<IngestRequest> {
    if (typeof timeoutMs !== "number" || !(timeoutMs >= 0)) {
      throw new TypeError(`timeoutMs must be a number of at least 0, not ${inspect(timeoutMs)}.`);
    }
    const matches = predicateOf(match);
    const stored = this.#events().find(matches);
    if (stored !== undefined) return stored;
    if (this.#isClosed) throw closedError();
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(waiter);
      };
      const waiter: Waiter = {
        matches,
        settle: (event) => {
          leave();
          resolve(event);
        },
        fail: (reason) => {
          leave();
          reject(reason);
        },
      };
      const late = (): void => waiter.fail(this.#late(timeoutMs));
      const timer = setTimeout(late, Math.min(timeoutMs, MAX_TIMER_MS));
      this.#waiting.add(waiter);
    });
  }

  /** Called with each event that was stored. Costs nothing while nobody waits. */
  offer(event: IngestRequest): void {
    for (const waiter of this.#waiting) {
      // The predicate belongs to a test: its error must not become the response to the sender of
      // the event.
      try {
        if (waiter.matches(event)) waiter.settle(event);
      } catch (error) {
        waiter.fail(error);
      }
    }
  }

  /** Rejects everybody, including later callers: nothing is stored any more. */
  close(): void {
    this.#isClosed = true;
    for (const waiter of this.#waiting) waiter.fail(closedError());
  }

  /** Allows waiting again. */
  reopen(): void {
    this.#isClosed = false;
  }

  #late(timeoutMs: number): Error {
    const stored = this.#events().length;
    return new Error(
      `No matching event was stored within ${timeoutMs} ms; the data plane holds ${stored} other event(s).`,
    );
  }
}

function closedError(): Error {
  return new Error("The local data plane was closed, and no matching event is stored.");
}

function predicateOf(match: EventMatch | undefined): (event: IngestRequest) => boolean {
  if (match === undefined) return () => true;
  if (typeof match === "function") return match;
  if (typeof match !== "object" || match === null) {
    throw new TypeError("match must be a function, or an object with fields of an event.");
  }
  const wanted = Object.entries(match).filter(([, value]) => value !== undefined);
  // It would never match, and the error after the timeout would blame the sender.
  const strange = wanted.find(([name]) => !Object.hasOwn(ingestRequestSchema.shape, name));
  if (strange !== undefined) {
    throw new TypeError(`Events have no ${strange[0]}: fields have the contract's names.`);
  }
  return (event) => {
    const fields: Readonly<Record<string, unknown>> = event;
    return wanted.every(([key, value]) => isDeepStrictEqual(fields[key], value));
  };
}
