import type { Clock, DeliveryOutcome } from "../../types.ts";
import type { EventSender, IngestResult, TelemetryEvent } from "../delivery.ts";
import type { Timers } from "../timers.ts";
import { withinDeadline } from "../within-deadline.ts";
import { finalizeDelayMs, isStubborn, namedWaitMs } from "./backoff.ts";
import type { FinalizeLanes } from "./finalize-lanes.ts";
import type { Gate } from "./gate.ts";
import { type Again, again, judgeIngest } from "./ingest-rules.ts";
import type { LateFinalizes } from "./late-finalizes.ts";
import { type ClockSkew, stampEvent } from "./stamp.ts";
import { rejectedOutcome, type Stored, storedOutcome, type Trip } from "./trip.ts";

/**
 * Finalize retries that an outcome waits for: finalize is only a measurement, and the event is
 * safe.
 */
const MAX_FINALIZE_RETRIES = 3;

/** Nor does it wait if the service asks for more than this, in milliseconds. */
const MAX_FINALIZE_WAIT_MS = 5_000;

/**
 * How long an outcome waits for a finalize without a response, in milliseconds; the request
 * continues.
 */
const MAX_FINALIZE_SILENCE_MS = 2_000;

/** What all events of a client share while they are sent. */
export interface Desk {
  readonly sender: EventSender;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: () => number;
  readonly gate: Gate;
  readonly skew: ClockSkew;
  readonly lanes: FinalizeLanes;
  /** Takes over the finalizes that outcomes no longer wait for. */
  readonly late: LateFinalizes;
  /** The event is stored and only needs its finalize. */
  readonly onStored: ((eventId: string, ingestMs: number) => void) | undefined;
  /** Called if the service already had an event that was certainly sent only once. */
  readonly onAnomaly: (eventId: string) => void;
}

/** The next state of an event: its final outcome, or a wait. */
export type Step = { readonly kind: "done"; readonly outcome: DeliveryOutcome } | Again;

/**
 * Performs the next step of one event: ingest, directly followed by finalize if one is due. Never
 * rejects. For ingest, the {@link Gate} decides whether and when this may be called; it does not
 * apply to stored events.
 */
export async function advance(trip: Trip, desk: Desk): Promise<Step> {
  try {
    if (trip.stored === undefined) {
      const step = await ingest(trip, desk);
      if (step !== undefined) return step;
    }
    return await finalize(trip, desk);
  } catch (error) {
    // Nothing above throws, except for an event that cannot be serialized or a broken clock.
    return { kind: "done", outcome: rejectedOutcome(trip, "undeliverable", asError(error)) };
  }
}

/** One ingest attempt. Undefined if the event is stored and finalize may follow. */
async function ingest(trip: Trip, desk: Desk): Promise<Step | undefined> {
  const event = stamped(trip, desk);
  const json = event === trip.event ? trip.json : undefined;
  trip.json = undefined;
  trip.attempts += 1;
  trip.sentWithOffsetMs = offsetFor(trip, desk);
  let result: IngestResult;
  try {
    result = await desk.sender.ingest(event, trip.signal, json);
  } catch (error) {
    // Senders do not reject. One that does may have sent the event, so this counts as a lost
    // connection.
    result = { kind: "failed", error: asError(error) };
  }
  const { refusing } = desk.gate;
  if (result.kind === "stale") desk.skew.learn(result.serverTime, desk.clock.now());
  const now = desk.clock.monotonic();
  const { probe } = trip;
  const stubborn = isStubborn(trip);
  desk.gate.report(result, { eventId: event.event_id, probe, stubborn, now });
  const { offsetMs } = desk.skew;
  const verdict = judgeIngest(trip, result, { offsetMs, refusing, random: desk.random });
  if (verdict.kind === "again") return verdict;
  if (verdict.kind === "rejected") {
    return { kind: "done", outcome: rejectedOutcome(trip, verdict.reason, verdict.error) };
  }
  if (verdict.anomaly) desk.onAnomaly(event.event_id);
  if (trip.byOurClock) desk.skew.trustOurs();
  trip.stored = verdict.stored;
  return undefined;
}

function offsetFor(trip: Trip, { skew }: Desk): number | undefined {
  return trip.byOurClock ? 0 : skew.offsetMs;
}

function stamped(trip: Trip, desk: Desk): TelemetryEvent {
  return stampEvent(trip.event, {
    now: desk.clock.now(),
    occurredAt: trip.record.occurredAt,
    offsetMs: offsetFor(trip, desk),
    stampNow: trip.staleAnswers > 0,
  });
}

/** One finalize attempt. It never changes the result of the ingest. */
async function finalize(trip: Trip, desk: Desk): Promise<Step> {
  const { stored } = trip;
  if (stored === undefined) throw new Error("finalize before ingest");
  if (!trip.record.finalize || !desk.sender.canFinalize()) {
    return { kind: "done", outcome: storedOutcome(trip, stored, "skipped") };
  }
  if (trip.finalizeFailures === 0) desk.onStored?.(trip.record.event.event_id, stored.ingestMs);
  // If finalize is down for all events, it is not tried for each.
  if (desk.lanes.isDown) return leaveForLater({ trip, stored }, desk);
  if (!desk.lanes.isOpen) return again(0, 0);
  const clientEventId = trip.record.event.event_id;
  const { ingestMs } = stored;
  const sending = desk.lanes.send({ clientEventId, ingestMs }, trip.signal);
  const { timers } = desk;
  const result = await withinDeadline(MAX_FINALIZE_SILENCE_MS, sending, { timers });
  switch (result?.kind) {
    case undefined: {
      const step = leaveForLater({ trip, stored }, desk);
      void sending.then(({ kind }) => {
        if (kind !== "failed") desk.late.came(clientEventId);
      });
      return step;
    }
    case "finalized":
    case "rejected":
      return finalized(trip, stored, result.kind === "finalized");
    case "not_found":
      return finalizeRest(trip, 0, desk) ?? finalized(trip, stored, false);
    case "failed": {
      const leastMs = namedWaitMs(result);
      return finalizeRest(trip, leastMs, desk) ?? leaveForLater({ trip, stored, leastMs }, desk);
    }
  }
}

/** The wait before finalize is retried; undefined if the outcome does not wait for that. */
function finalizeRest(trip: Trip, leastMs: number, { random }: Desk): Again | undefined {
  trip.finalizeFailures += 1;
  if (trip.finalizeFailures > MAX_FINALIZE_RETRIES) return undefined;
  const rest = again(finalizeDelayMs(trip.finalizeFailures, random), leastMs);
  return rest.delayMs <= MAX_FINALIZE_WAIT_MS ? rest : undefined;
}

interface Unfinalized {
  readonly trip: Trip;
  readonly stored: Stored;
  /** What the service asked for, in milliseconds. Default 0. */
  readonly leastMs?: number;
}

function leaveForLater({ trip, stored, leastMs = 0 }: Unfinalized, { late }: Desk): Step {
  if (!trip.over) {
    trip.late = true;
    late.add({ eventId: trip.record.event.event_id, ingestMs: stored.ingestMs }, leastMs);
  }
  return finalized(trip, stored, false);
}

function finalized(trip: Trip, stored: Stored, isFinalized: boolean): Step {
  return { kind: "done", outcome: storedOutcome(trip, stored, isFinalized) };
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error("a value that is no error was thrown");
}
