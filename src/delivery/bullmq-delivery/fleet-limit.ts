import type { Queue } from "bullmq";
import type { IngestResult } from "../../types.ts";
import type { EventSender } from "../delivery.ts";
import { within } from "./within.ts";

/**
 * What BullMQ is told as its limit, so that it looks at the limiter at all. A limit of ours is
 * set by hand, to this very number (BullMQ, "Rate limiting", "Manual rate-limit").
 */
export const NO_LIMIT = { max: Number.MAX_SAFE_INTEGER, duration: 1_000 } as const;

/** Longest that Redis is asked for the limit before an event is sent without its word, in milliseconds. */
const ASK_MS = 250;

/** The least a 429 asks for (contract: `Retry-After`). */
const MIN_RETRY_AFTER_MS = 1_000;

/**
 * A sender that keeps a `Retry-After` for the whole fleet. One worker's 429 stops every worker
 * from taking jobs, and an event that is in somebody's hand already is told of it in the place
 * of being sent.
 */
export function limitedSender(sender: EventSender, queue: Queue): EventSender {
  return {
    canFinalize: () => sender.canFinalize(),
    finalize: (request, signal) => sender.finalize(request, signal),
    ingest: async (event, signal, json): Promise<IngestResult> => {
      const retryAfterMs = await remainingMs(queue);
      if (retryAfterMs > 0) return { kind: "rate_limited", retryAfterMs, error: told() };
      const result = await sender.ingest(event, signal, json);
      if (result.kind === "rate_limited") await tell(queue, result.retryAfterMs);
      return result;
    },
  };
}

async function remainingMs(queue: Queue): Promise<number> {
  const asked = queue.getRateLimitTtl(NO_LIMIT.max).catch(() => 0);
  return (await within(ASK_MS, asked)) ?? 0;
}

async function tell(queue: Queue, retryAfterMs: number): Promise<void> {
  const forMs = Math.ceil(Math.max(retryAfterMs, MIN_RETRY_AFTER_MS));
  // A Redis that is away leaves each worker to its own 429.
  await within(
    ASK_MS,
    queue.rateLimit(forMs).catch(() => undefined),
  );
}

function told(): Error {
  return new Error("another worker was told to wait (429)");
}
