import type { Queue } from "bullmq";
import { MIN_RETRY_AFTER_MS } from "../../contract/limits.ts";
import type { IngestResult } from "../../telemetry.ts";
import type { EventSender } from "../delivery.ts";
import { withinDeadline } from "../within-deadline.ts";
import type { FleetPause, Refusal, Wait } from "./fleet-pause.ts";

/**
 * A limit for BullMQ, which ignores its rate limiter without one. Our limits are set manually, to
 * this very number (BullMQ, "Rate limiting", "Manual rate-limit").
 */
export const NO_LIMIT = { max: Number.MAX_SAFE_INTEGER, duration: 1_000 } as const;

/**
 * How long a worker waits for Redis to tell the limit before it sends without it, in milliseconds.
 */
const ASK_MS = 250;

/** Timers may fire this much early, in milliseconds. */
const EARLY_MS = 50;

/** Results that show that the service accepts this fleet. */
const ACCEPTED: ReadonlySet<IngestResult["kind"]> = new Set(["stored", "accepted", "replay"]);

/** What {@link limitedSender} needs to share state with the fleet. */
export interface FleetState {
  readonly queue: Queue;
  readonly pause: FleetPause;
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
}

/**
 * A sender that applies a `Retry-After`, the kill switch and a refused key to the whole fleet.
 * After one worker's 429, no worker takes jobs, and events that a worker already holds get the same
 * result without being sent; refusals work the same way.
 */
export function limitedSender(sender: EventSender, fleet: FleetState): EventSender {
  const { queue, pause } = fleet;
  const workerPause = new WorkerPause(fleet.monotonic);
  return {
    canFinalize: () => sender.canFinalize(),
    finalize: (request, signal) => sender.finalize(request, signal),
    ingest: async (event, signal, json): Promise<IngestResult> => {
      const early = workerPause.isHurried();
      // In parallel: one round trip.
      const [fleetMs, leave] = await Promise.all([remainingMs(queue), pause.ask(early)]);
      const retryAfterMs = Math.max(fleetMs, workerPause.limitedMs());
      if (retryAfterMs > 0)
        return { kind: "rate_limited", retryAfterMs, error: refusedError("429") };
      if (leave.kind === "wait") return workerPause.wait(leave, early);
      const result = await sender.ingest(event, signal, json);
      if (result.kind === "rate_limited") {
        const forMs = Math.ceil(Math.max(result.retryAfterMs, MIN_RETRY_AFTER_MS));
        workerPause.limit(forMs);
        await limitFleet(queue, forMs);
      }
      const refusal = await reportRefusal(result, event.event_id, pause);
      // The fleet was refused as a whole before, so this says nothing about the event.
      if (refusal.before !== undefined) return workerPause.wait(refusal.before, false);
      workerPause.expect(refusal.forMs);
      if (ACCEPTED.has(result.kind) && leave.cause !== "open") await pause.clear();
      return result;
    },
  };
}

const NONE: Refusal = { forMs: 0, before: undefined };

async function reportRefusal(
  { kind }: IngestResult,
  eventId: string,
  pause: FleetPause,
): Promise<Refusal> {
  if (kind === "forbidden") return pause.forbidden(eventId);
  return kind === "unauthorized" ? pause.unauthorized() : NONE;
}

/**
 * How long a worker was told to wait. Its own gate sends nothing until then, unless somebody is
 * waiting.
 */
class WorkerPause {
  readonly #monotonic: () => number;
  #dueAt = Number.NEGATIVE_INFINITY;
  /** By this worker's own 429, which may come while Redis is asked. */
  #limitedUntil = Number.NEGATIVE_INFINITY;
  /** A caller was in a hurry and was made to wait the minimum. */
  #isHurried = false;

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  /**
   * Whether an event is sent earlier than allowed, for example because somebody closes the worker.
   */
  isHurried(): boolean {
    return this.#isHurried || this.#monotonic() < this.#dueAt - EARLY_MS;
  }

  /** This worker got a 429. */
  limit(forMs: number): void {
    this.#limitedUntil = Math.max(this.#limitedUntil, this.#monotonic() + forMs);
  }

  /** For how long this worker's own 429 applies; not positive if it does not. */
  limitedMs(): number {
    return this.#limitedUntil - this.#monotonic();
  }

  /** The worker will wait for `forMs` by itself. */
  expect(forMs: number): void {
    this.#dueAt = forMs > 0 ? this.#monotonic() + forMs : Number.NEGATIVE_INFINITY;
    this.#isHurried = false;
  }

  wait({ pause, forMs }: Wait, hurried: boolean): IngestResult {
    this.expect(forMs);
    this.#isHurried = hurried;
    return { kind: "rate_limited", retryAfterMs: forMs, pause, error: refusedError(pause) };
  }
}

async function remainingMs(queue: Queue): Promise<number> {
  const asked = queue.getRateLimitTtl(NO_LIMIT.max).catch(() => 0);
  return (await withinDeadline(ASK_MS, asked)) ?? 0;
}

async function limitFleet(queue: Queue, forMs: number): Promise<void> {
  // If Redis is unreachable, each worker gets its own 429.
  await withinDeadline(
    ASK_MS,
    queue.rateLimit(forMs).catch(() => undefined),
  );
}

function refusedError(why: string): Error {
  return new Error(`another worker was refused (${why})`);
}
