import type { LifecycleRow } from "../lifecycle-row.ts";
import type { Plane } from "../plane.ts";
import type { Answer } from "../server/answer.ts";

/** The path of the feed. */
export const FEED_PATH = "/lifecycles";

/**
 * Maximum number of lifecycles in one response: those of a busy second, for clients that poll twice
 * a second.
 */
const MAX_TOLD = 1_000;

/** A lifecycle in the feed: its state, without any text. */
export interface FeedRow {
  readonly clientEventId: string;
  readonly state: LifecycleRow["state"];
  readonly model: string | null;
  readonly rewritten: boolean;
  /** Why it was denied. */
  readonly reason: string | null;
  /** How the call ended, if its event says so. */
  readonly outcome: string | null;
  readonly sdkIngestMs: number | null;
}

/** `GET /lifecycles`: the newest lifecycles as JSON, oldest first. */
export function lifecycleFeed(plane: Plane): Answer {
  const lifecycles = plane.store.rows().slice(-MAX_TOLD).map(feedRow);
  return { status: 200, headers: { "cache-control": "no-store" }, body: { lifecycles } };
}

function feedRow({ clientEventId, state, ...row }: LifecycleRow): FeedRow {
  const { guard, decision, event, sdkIngestMs } = row;
  const outcome = event?.metadata?.outcome;
  return {
    clientEventId,
    state,
    model: event?.model ?? guard?.model ?? null,
    rewritten: typeof decision?.transformedInput === "string",
    reason: decision?.allowed === false ? decision.reason : null,
    outcome: typeof outcome === "string" ? outcome : null,
    sdkIngestMs: sdkIngestMs ?? null,
  };
}
