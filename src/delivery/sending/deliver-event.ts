import type { Clock, DeliveryOutcome } from "../../types.ts";
import type { EventSender, IngestResult, TelemetryEvent } from "../delivery.ts";
import type { Timers } from "../timers.ts";
import { withinDeadline } from "../within-deadline.ts";
import { finalizeDelayMs, isStubborn, namedWaitMs } from "./backoff.ts";
import type { FinalizeLimiter } from "./finalize-limiter.ts";
import type { IngestGate } from "./ingest-gate.ts";
import { type Again, again, judgeIngest } from "./ingest-rules.ts";
import type { LateFinalizes } from "./late-finalizes.ts";
import { type QueuedEvent, rejectedOutcome, type Stored, storedOutcome } from "./queued-event.ts";
import { type ClockSkew, stampEvent } from "./stamp.ts";

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
export interface SendContext {
  readonly sender: EventSender;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: () => number;
  readonly gate: IngestGate;
  readonly skew: ClockSkew;
  readonly limiter: FinalizeLimiter;
  /** Takes over the finalizes that outcomes no longer wait for. */
  readonly late: LateFinalizes;
  /** The event is stored and only needs its finalize. */
  readonly onStored: ((eventId: string, ingestMs: number) => void) | undefined;
  /** Called if the service already had an event that was certainly sent only once. */
  readonly onAnomaly: (eventId: string) => void;
  /** Called with each failure of a request that was not given up. */
  readonly onFailed: (eventId: string, error: Error) => void;
}

/** The next state of an event: its final outcome, or a wait. */
export type Step = { readonly kind: "done"; readonly outcome: DeliveryOutcome } | Again;

/**
 * Performs the next step of one event: ingest, directly followed by finalize if one is due. Never
 * rejects. For ingest, the {@link IngestGate} decides whether and when this may be called; it does
 * not apply to stored events.
 */
export async function advance(queued: QueuedEvent, context: SendContext): Promise<Step> {
  const { attempts } = queued;
  try {
    if (queued.stored === undefined) {
      const step = await ingest(queued, context);
      if (step !== undefined) return step;
    }
    return await finalize(queued, context);
  } catch (error) {
    // Nothing above throws, except for an event that cannot be serialized or a broken clock.
    if (queued.probe && queued.attempts === attempts) context.gate.withdraw();
    return { kind: "done", outcome: rejectedOutcome(queued, "undeliverable", asError(error)) };
  }
}

/** One ingest attempt. Undefined if the event is stored and finalize may follow. */
async function ingest(queued: QueuedEvent, context: SendContext): Promise<Step | undefined> {
  const event = stamped(queued, context);
  const json = event === queued.event ? queued.json : undefined;
  queued.json = undefined;
  queued.attempts += 1;
  queued.sentWithOffsetMs = offsetFor(queued, context);
  const sentAt = context.clock.now();
  let result: IngestResult;
  try {
    result = await context.sender.ingest(event, queued.signal, json);
  } catch (error) {
    // Senders do not reject. One that does may have sent the event, so this counts as a lost
    // connection.
    result = { kind: "failed", error: asError(error) };
  }
  const { refusing } = context.gate;
  const answeredAt = context.clock.now();
  if (result.kind === "stale") context.skew.learn(result.serverTime, answeredAt);
  if (result.kind === "failed" && !queued.signal.aborted) {
    context.onFailed(event.event_id, result.error);
  }
  const now = context.clock.monotonic();
  const { probe } = queued;
  const stubborn = isStubborn(queued);
  context.gate.report(result, { eventId: event.event_id, probe, stubborn, now });
  const { offsetMs } = context.skew;
  const { random } = context;
  const tookMs = answeredAt - sentAt;
  const verdict = judgeIngest(queued, result, { offsetMs, tookMs, refusing, random });
  if (verdict.kind === "again") return verdict;
  if (verdict.kind === "rejected") {
    return { kind: "done", outcome: rejectedOutcome(queued, verdict.reason, verdict.error) };
  }
  if (verdict.anomaly) context.onAnomaly(event.event_id);
  if (queued.byOurClock) context.skew.trustOurs();
  queued.stored = verdict.stored;
  return undefined;
}

function offsetFor(queued: QueuedEvent, { skew }: SendContext): number | undefined {
  return queued.byOurClock ? 0 : skew.offsetMs;
}

function stamped(queued: QueuedEvent, context: SendContext): TelemetryEvent {
  return stampEvent(queued.event, {
    now: context.clock.now(),
    occurredAt: queued.record.occurredAt,
    offsetMs: offsetFor(queued, context),
    stampNow: queued.staleAnswers > 0,
  });
}

/** One finalize attempt. It never changes the result of the ingest. */
async function finalize(queued: QueuedEvent, context: SendContext): Promise<Step> {
  const { stored } = queued;
  if (stored === undefined) throw new Error("finalize before ingest");
  if (!queued.record.finalize || !context.sender.canFinalize()) {
    return { kind: "done", outcome: storedOutcome(queued, stored, "skipped") };
  }
  if (queued.finalizeFailures === 0)
    context.onStored?.(queued.record.event.event_id, stored.ingestMs);
  // If finalize is down for all events, it is not tried for each.
  if (context.limiter.isDown) return leaveForLater({ queued, stored }, context);
  if (!context.limiter.isOpen) return again(0, 0);
  const clientEventId = queued.record.event.event_id;
  const { ingestMs } = stored;
  const sending = context.limiter.send({ clientEventId, ingestMs }, queued.signal);
  const { timers } = context;
  const result = await withinDeadline(MAX_FINALIZE_SILENCE_MS, sending, { timers });
  switch (result?.kind) {
    case undefined: {
      const step = leaveForLater({ queued, stored }, context);
      void sending.then(({ kind }) => {
        if (kind !== "failed") context.late.came(clientEventId);
      });
      return step;
    }
    case "finalized":
    case "rejected":
      return finalized(queued, stored, result.kind === "finalized");
    case "not_found":
      return finalizeRetry(queued, 0, context) ?? finalized(queued, stored, false);
    case "failed": {
      const leastMs = namedWaitMs(result);
      return (
        finalizeRetry(queued, leastMs, context) ??
        leaveForLater({ queued, stored, leastMs }, context)
      );
    }
  }
}

/** The wait before finalize is retried; undefined if the outcome does not wait for that. */
function finalizeRetry(
  queued: QueuedEvent,
  leastMs: number,
  { random }: SendContext,
): Again | undefined {
  queued.finalizeFailures += 1;
  if (queued.finalizeFailures > MAX_FINALIZE_RETRIES) return undefined;
  const retry = again(finalizeDelayMs(queued.finalizeFailures, random), leastMs);
  return retry.delayMs <= MAX_FINALIZE_WAIT_MS ? retry : undefined;
}

interface Unfinalized {
  readonly queued: QueuedEvent;
  readonly stored: Stored;
  /** What the service asked for, in milliseconds. Default 0. */
  readonly leastMs?: number;
}

function leaveForLater({ queued, stored, leastMs = 0 }: Unfinalized, { late }: SendContext): Step {
  if (!queued.over) {
    queued.late = true;
    late.add({ eventId: queued.record.event.event_id, ingestMs: stored.ingestMs }, leastMs);
  }
  return finalized(queued, stored, false);
}

function finalized(queued: QueuedEvent, stored: Stored, isFinalized: boolean): Step {
  return { kind: "done", outcome: storedOutcome(queued, stored, isFinalized) };
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error("a value that is no error was thrown");
}
