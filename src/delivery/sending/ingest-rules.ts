import { MAX_INGEST_MS } from "../../contract/limits.ts";
import { REPLAY_DETECTED, STALE_EVENT_TIMESTAMP } from "../../contract/reasons.ts";
import { DataPlaneError } from "../../errors.ts";
import type { IngestResult } from "../delivery.ts";
import { namedWaitMs, retryDelayMs } from "./backoff.ts";
import { shrinkEvent } from "./shrink.ts";
import { offsetAtBirth, offsetChanged } from "./stamp.ts";
import type { Stored, Trip } from "./trip.ts";

/** What a result means for its event. `again` leaves it to the gate whether the client pauses. */
export type Verdict =
  | { readonly kind: "stored"; readonly stored: Stored; readonly anomaly: boolean }
  | { readonly kind: "rejected"; readonly reason: string; readonly error: Error }
  | Again;

/** To be sent again after `delayMs`, and not before `leastMs` whoever is in a hurry. */
export interface Again {
  readonly kind: "again";
  readonly delayMs: number;
  readonly leastMs: number;
}

/** What else is known when a result is judged. */
export interface Bearings {
  /** The service's clock minus ours, as it is believed now. */
  readonly offsetMs: number | undefined;
  /** Whether the client was refused as a whole before this result came. */
  readonly refusing: boolean;
  readonly random: () => number;
}

/**
 * A service whose clocks disagree among themselves could have an event stamped again for ever;
 * no honest correction needs more.
 */
const MAX_STALE_ANSWERS = 6;

const AT_ONCE: Verdict = { kind: "again", delayMs: 0, leastMs: 0 };

/** The per-event rules of ingest (contract: errors of ingest). Notes on the trip what they learn. */
export function judgeIngest(trip: Trip, result: IngestResult, bearings: Bearings): Verdict {
  switch (result.kind) {
    case "stored":
      return stored("delivered", result.ingestMs);
    case "accepted":
      return stored("accepted", result.ingestMs, result.reason);
    case "replay":
      return judgeReplay(trip, result.ingestMs);
    case "stale":
      return judgeStale(trip, result.error, bearings.offsetMs);
    case "oversize":
      return judgeOversize(trip, result.error);
    case "invalid":
      return { kind: "rejected", reason: "invalid", error: result.error };
    case "forbidden":
      // Once the client itself is refused, a refusal says nothing about this event.
      if (bearings.refusing) return AT_ONCE;
      return { kind: "rejected", reason: "forbidden", error: result.error };
    case "unauthorized":
    case "rate_limited":
      return AT_ONCE;
    case "failed":
      trip.uncertain = true;
      if (!trip.probe) trip.failures += 1;
      return again(retryDelayMs(trip.failures, bearings.random), namedWaitMs(result));
  }
}

/** A rest by our own lights, and the one that was asked for. */
export function again(delayMs: number, leastMs: number): Again {
  return { kind: "again", delayMs: Math.max(delayMs, leastMs), leastMs };
}

/** The service has this id already: our own earlier attempt, as a rule. */
function judgeReplay(trip: Trip, ingestMs: number): Verdict {
  const expected = trip.uncertain || trip.record.replayed === true;
  if (expected || !trip.record.idGivenByCaller) {
    return { ...stored("duplicate", ingestMs), anomaly: !expected };
  }
  const message = "Another event with this id is stored already: the id was given twice.";
  const clientEventId = trip.record.event.event_id;
  const error = new DataPlaneError(message, {
    status: 409,
    reason: REPLAY_DETECTED,
    clientEventId,
  });
  return { kind: "rejected", reason: REPLAY_DETECTED, error };
}

/**
 * Once after the first such answer, then once for each change of the clocks' offset; and once by our own
 * clock, where that is another one: whoever writes the `Date` (a proxy, say) may be the one that errs.
 */
function judgeStale(trip: Trip, error: Error, offsetMs: number | undefined): Verdict {
  trip.staleAnswers += 1;
  const { staleAnswers, byOurClock, sentWithOffsetMs, event, record } = trip;
  const hasChanged = !byOurClock && offsetChanged(sentWithOffsetMs, offsetMs);
  const worthAnother = staleAnswers === 1 || hasChanged;
  if (worthAnother && staleAnswers < MAX_STALE_ANSWERS) return AT_ONCE;
  const stampedWithMs = sentWithOffsetMs ?? offsetAtBirth(event, record.occurredAt);
  if (!byOurClock && offsetChanged(stampedWithMs, 0)) {
    trip.byOurClock = true;
    return AT_ONCE;
  }
  return { kind: "rejected", reason: STALE_EVENT_TIMESTAMP, error };
}

function judgeOversize(trip: Trip, error: Error): Verdict {
  const smaller = shrinkEvent(trip.event, trip.shrinkSteps);
  if (smaller === undefined) return { kind: "rejected", reason: "oversize", error };
  trip.event = smaller.event;
  trip.shrinkSteps = smaller.steps;
  return AT_ONCE;
}

function stored(
  status: Stored["status"],
  ingestMs: number,
  reason?: string,
): Extract<Verdict, { kind: "stored" }> {
  return {
    kind: "stored",
    stored: { status, ingestMs: contractIngestMs(ingestMs), reason },
    anomaly: false,
  };
}

/** `sdk_ingest_ms` as the contract has it: an integer from 0 to 600,000. */
function contractIngestMs(ingestMs: number): number {
  if (!(ingestMs > 0)) return 0;
  return Math.min(Math.round(ingestMs), MAX_INGEST_MS);
}
