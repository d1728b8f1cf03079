import type { GivenAnswer, ReceivedRequest } from "../../../src/local/index.ts";
import { lifecycleIdOf } from "./strict-ledger.ts";

/**
 * How late after a 429 a request may arrive that was already in flight, in milliseconds. Busy
 * machines are slow.
 */
const DEFAULT_IN_FLIGHT_MS = 250;

interface Pause {
  readonly from: number;
  readonly until: number;
}

/**
 * Checks that `Retry-After` is respected. After a 429, no ingest request may be sent, and the guard
 * must not be asked again for the same call.
 */
export class StrictPacing {
  readonly #inFlightMs: number;
  readonly #pauses = new Map<string, Pause>();

  constructor(inFlightMs: number = DEFAULT_IN_FLIGHT_MS) {
    this.#inFlightMs = inFlightMs;
  }

  /** Records a response that was sent at `now`, in the clock's milliseconds. */
  answered(request: ReceivedRequest, answer: GivenAnswer, now: number): void {
    if (answer.status !== 429) return;
    const waitMs = retryAfterMs(answer.headers["retry-after"], now);
    if (waitMs !== undefined)
      this.#pauses.set(scopeOf(request), { from: now, until: now + waitMs });
  }

  *check(request: ReceivedRequest): Generator<string> {
    const pause = this.#pauses.get(scopeOf(request));
    if (pause === undefined) return;
    const { receivedAt } = request;
    if (receivedAt > pause.from + this.#inFlightMs && receivedAt < pause.until) {
      yield `comes ${pause.until - receivedAt} ms before Retry-After has passed`;
    }
  }
}

function scopeOf(request: ReceivedRequest): string {
  return request.endpoint === "guard"
    ? `guard ${lifecycleIdOf(request)}`
    : String(request.endpoint);
}

// Seconds or a date (RFC 9110, section 10.2.3).
function retryAfterMs(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : date - now;
}
