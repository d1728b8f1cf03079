import type { Queue } from "bullmq";
import type { IngestResult } from "../../telemetry.ts";
import type { EventSender } from "../delivery.ts";
import { withinDeadline } from "../within-deadline.ts";
import type { FleetPause, Refusal, Wait } from "./fleet-pause.ts";

/**
 * What BullMQ is told as its limit, so that it looks at the limiter at all. A limit of ours is
 * set by hand, to this very number (BullMQ, "Rate limiting", "Manual rate-limit").
 */
export const NO_LIMIT = { max: Number.MAX_SAFE_INTEGER, duration: 1_000 } as const;

/** Longest that Redis is asked for the limit before an event is sent without its word, in milliseconds. */
const ASK_MS = 250;

/** The least a 429 asks for (contract: `Retry-After`). */
const MIN_RETRY_AFTER_MS = 1_000;

/** Timers are late rather than early, by more than this in milliseconds. */
const EARLY_MS = 50;

/** Answers that a service gives which has nothing against the fleet. */
const WELCOMES: ReadonlySet<IngestResult["kind"]> = new Set(["stored", "accepted", "replay"]);

/** Where the fleet keeps what it knows. */
export interface FleetMind {
  readonly queue: Queue;
  readonly pause: FleetPause;
  /** Milliseconds of a clock that never jumps. */
  readonly monotonic: () => number;
}

/**
 * A sender that keeps a `Retry-After`, the kill switch and a refused key for the whole fleet.
 * One worker's 429 stops every worker from taking jobs, and an event that is in somebody's hand
 * already is told of it in the place of being sent; and so with refusals.
 */
export function limitedSender(sender: EventSender, mind: FleetMind): EventSender {
  const { queue, pause } = mind;
  const patience = new Patience(mind.monotonic);
  return {
    canFinalize: () => sender.canFinalize(),
    finalize: (request, signal) => sender.finalize(request, signal),
    ingest: async (event, signal, json): Promise<IngestResult> => {
      const early = patience.isHurried();
      // Asked together: one round trip.
      const [retryAfterMs, leave] = await Promise.all([remainingMs(queue), pause.ask(early)]);
      if (retryAfterMs > 0) return { kind: "rate_limited", retryAfterMs, error: told("429") };
      if (leave.kind === "wait") return patience.wait(leave, early);
      const result = await sender.ingest(event, signal, json);
      if (result.kind === "rate_limited") await tell(queue, result.retryAfterMs);
      const refusal = await hearOf(result, event.event_id, pause);
      // The fleet was refused as a whole before, which says nothing about this event.
      if (refusal.before !== undefined) return patience.wait(refusal.before, false);
      patience.expect(refusal.forMs);
      if (WELCOMES.has(result.kind) && leave.cause !== "open") await pause.clear();
      return result;
    },
  };
}

const NONE: Refusal = { forMs: 0, before: undefined };

async function hearOf(
  { kind }: IngestResult,
  eventId: string,
  pause: FleetPause,
): Promise<Refusal> {
  if (kind === "forbidden") return pause.forbidden(eventId);
  return kind === "unauthorized" ? pause.unauthorized() : NONE;
}

/** What a worker was told to wait for. Its own gate sends no more until then, unless somebody is in a hurry. */
class Patience {
  readonly #monotonic: () => number;
  #dueAt = Number.NEGATIVE_INFINITY;
  /** Somebody was in a hurry, and had to wait for the least there is. */
  #isHurried = false;

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  /** Whether it comes before it was told to: somebody closes, say. */
  isHurried(): boolean {
    return this.#isHurried || this.#monotonic() < this.#dueAt - EARLY_MS;
  }

  /** The worker itself knows that it has to wait for so long. */
  expect(forMs: number): void {
    this.#dueAt = forMs > 0 ? this.#monotonic() + forMs : Number.NEGATIVE_INFINITY;
    this.#isHurried = false;
  }

  wait({ pause, forMs }: Wait, hurried: boolean): IngestResult {
    this.expect(forMs);
    this.#isHurried = hurried;
    return { kind: "rate_limited", retryAfterMs: forMs, pause, error: told(pause) };
  }
}

async function remainingMs(queue: Queue): Promise<number> {
  const asked = queue.getRateLimitTtl(NO_LIMIT.max).catch(() => 0);
  return (await withinDeadline(ASK_MS, asked)) ?? 0;
}

async function tell(queue: Queue, retryAfterMs: number): Promise<void> {
  const forMs = Math.ceil(Math.max(retryAfterMs, MIN_RETRY_AFTER_MS));
  // A Redis that is away leaves each worker to its own 429.
  await withinDeadline(
    ASK_MS,
    queue.rateLimit(forMs).catch(() => undefined),
  );
}

function told(why: string): Error {
  return new Error(`another worker was refused (${why})`);
}
