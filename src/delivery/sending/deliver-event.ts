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

/** Finalize is a measurement, and the event is safe: three more tries, then its receipt waits no longer. */
const MAX_FINALIZE_RETRIES = 3;

/** Nor does it where finalize is told to wait longer than this. */
const MAX_FINALIZE_WAIT_MS = 5_000;

/** A finalize that says nothing for so long, in milliseconds, is not waited for either: it goes on without. */
const MAX_FINALIZE_SILENCE_MS = 2_000;

/** What all events of a client share on their way. */
export interface Desk {
  readonly sender: EventSender;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: () => number;
  readonly gate: Gate;
  readonly skew: ClockSkew;
  readonly lanes: FinalizeLanes;
  /** Takes the finalizes that have failed for so long that the receipt goes without. */
  readonly late: LateFinalizes;
  /** An event is with the service and lacks its finalize alone. */
  readonly onStored: ((eventId: string, ingestMs: number) => void) | undefined;
  /** Told when the service had an event that we are sure to have sent once only. */
  readonly onAnomaly: (eventId: string) => void;
}

/** Where an event stands: at its outcome, or at a rest. */
export type Step = { readonly kind: "done"; readonly outcome: DeliveryOutcome } | Again;

/**
 * Sends what is to be sent next for one event: ingest, and at once finalize where one is due.
 * Never rejects. Whether and when it may be called is for the {@link Gate} to say, for ingest;
 * an event that is stored passes without it.
 */
export async function advance(trip: Trip, desk: Desk): Promise<Step> {
  try {
    if (trip.stored === undefined) {
      const step = await ingest(trip, desk);
      if (step !== undefined) return step;
    }
    return await finalize(trip, desk);
  } catch (error) {
    // Nothing above throws, short of an event that cannot be written or a broken clock.
    return { kind: "done", outcome: rejectedOutcome(trip, "undeliverable", asError(error)) };
  }
}

/** One ingest attempt. Undefined when the event is stored and finalize may follow. */
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
    // Senders do not reject. One that does has perhaps sent, so this is a failure like a lost connection.
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

/** One finalize attempt. It never changes how the ingest ended. */
async function finalize(trip: Trip, desk: Desk): Promise<Step> {
  const { stored } = trip;
  if (stored === undefined) throw new Error("finalize before ingest");
  if (!trip.record.finalize || !desk.sender.canFinalize()) {
    return { kind: "done", outcome: storedOutcome(trip, stored, "skipped") };
  }
  if (trip.finalizeFailures === 0) desk.onStored?.(trip.record.event.event_id, stored.ingestMs);
  // One that can do nothing now is not tried for each event.
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

/** The rest before finalize is tried again; undefined where the receipt does not wait for that. */
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
