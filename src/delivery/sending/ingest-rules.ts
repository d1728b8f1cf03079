import { ingestMsOf } from "../../contract/ingest-ms.ts";
import { REPLAY_DETECTED, STALE_EVENT_TIMESTAMP } from "../../contract/reasons.ts";
import { DataPlaneError } from "../../errors.ts";
import type { IngestResult } from "../delivery.ts";
import { namedWaitMs, retryDelayMs } from "./backoff.ts";
import type { QueuedEvent, Stored } from "./queued-event.ts";
import { shrinkEvent } from "./shrink.ts";
import { offsetAtBirth, offsetChanged, outlasted } from "./stamp.ts";

/** What a result means for its event. `again`: whether the client pauses is up to the gate. */
export type Verdict =
  | { readonly kind: "stored"; readonly stored: Stored; readonly anomaly: boolean }
  | { readonly kind: "rejected"; readonly reason: string; readonly error: Error }
  | Again;

/** Send it again after `delayMs`, and in no case before `leastMs`. */
export interface Again {
  readonly kind: "again";
  readonly delayMs: number;
  readonly leastMs: number;
}

/** What else is needed to interpret a result. */
export interface VerdictContext {
  /** The service's clock minus ours, as currently known. */
  readonly offsetMs: number | undefined;
  /** Duration of the request by our wall clock, in milliseconds. */
  readonly tookMs: number;
  /** Whether the client as a whole was refused before this result. */
  readonly refusing: boolean;
  readonly random: () => number;
}

/**
 * Maximum number of stale answers per event: a service whose clocks disagree among themselves could
 * otherwise cause new timestamps forever, and no real correction needs more.
 */
const MAX_STALE_ANSWERS = 6;

const AT_ONCE: Verdict = { kind: "again", delayMs: 0, leastMs: 0 };

/**
 * The rules of ingest for one event (contract: errors of ingest). Records what it learns in the
 * queued event.
 */
export function judgeIngest(
  queued: QueuedEvent,
  result: IngestResult,
  context: VerdictContext,
): Verdict {
  switch (result.kind) {
    case "stored":
      return stored("delivered", result.ingestMs);
    case "accepted":
      return stored("accepted", result.ingestMs, result.reason);
    case "replay":
      return judgeReplay(queued, result.ingestMs);
    case "stale":
      return judgeStale(queued, result.error, context);
    case "oversize":
      return judgeOversize(queued, result.error);
    case "invalid":
      return { kind: "rejected", reason: "invalid", error: result.error };
    case "forbidden":
      // While the client itself is refused, a refusal says nothing about this event.
      if (context.refusing) return AT_ONCE;
      return { kind: "rejected", reason: "forbidden", error: result.error };
    case "unauthorized":
    case "rate_limited":
      return AT_ONCE;
    case "failed":
      queued.uncertain = true;
      if (!queued.probe) queued.failures += 1;
      return again(retryDelayMs(queued.failures, context.random), namedWaitMs(result));
  }
}

/** A wait by our own backoff, and the one that was asked for. */
export function again(delayMs: number, leastMs: number): Again {
  return { kind: "again", delayMs: Math.max(delayMs, leastMs), leastMs };
}

/** The service already has this id: usually from our own earlier attempt. */
function judgeReplay(queued: QueuedEvent, ingestMs: number): Verdict {
  const expected = queued.uncertain || queued.record.replayed === true;
  if (expected || !queued.record.idGivenByCaller) {
    return { ...stored("duplicate", ingestMs), anomaly: !expected };
  }
  const message = "Another event with this id is stored already: the id was given twice.";
  const clientEventId = queued.record.event.event_id;
  const error = new DataPlaneError(message, {
    status: 409,
    reason: REPLAY_DETECTED,
    clientEventId,
  });
  return { kind: "rejected", reason: REPLAY_DETECTED, error };
}

/**
 * A new timestamp once after the first such answer, then once for each change of the clock offset,
 * or if the request was so slow that any timestamp would be stale; and once by our own clock if
 * that differs, because the `Date` (a proxy's, say) may be wrong.
 */
function judgeStale(
  queued: QueuedEvent,
  error: Error,
  { offsetMs, tookMs }: VerdictContext,
): Verdict {
  queued.staleAnswers += 1;
  const { staleAnswers, byOurClock, sentWithOffsetMs, event, record } = queued;
  const hasChanged = !byOurClock && offsetChanged(sentWithOffsetMs, offsetMs);
  const worthAnother = staleAnswers === 1 || hasChanged || outlasted(tookMs);
  if (worthAnother && staleAnswers < MAX_STALE_ANSWERS) return AT_ONCE;
  const stampedWithMs = sentWithOffsetMs ?? offsetAtBirth(event, record.occurredAt);
  if (!byOurClock && offsetChanged(stampedWithMs, 0)) {
    queued.byOurClock = true;
    return AT_ONCE;
  }
  return { kind: "rejected", reason: STALE_EVENT_TIMESTAMP, error };
}

function judgeOversize(queued: QueuedEvent, error: Error): Verdict {
  const smaller = shrinkEvent(queued.event, queued.shrinkSteps);
  if (smaller === undefined) return { kind: "rejected", reason: "oversize", error };
  queued.event = smaller.event;
  queued.shrinkSteps = smaller.steps;
  return AT_ONCE;
}

function stored(
  status: Stored["status"],
  ingestMs: number,
  reason?: string,
): Extract<Verdict, { kind: "stored" }> {
  return {
    kind: "stored",
    // Senders may be custom, so the contract's limits are applied here.
    stored: { status, ingestMs: ingestMsOf(ingestMs), reason },
    anomaly: false,
  };
}
