import { isDeepStrictEqual } from "node:util";
import { objectOf } from "./strict-fields.ts";
import { type Repeat, repeat, type StrictLifecycle } from "./strict-ledger.ts";
import type { StrictRules } from "./strict-rules.ts";

/** Checks that a repeated event has the same id and the same content. */
export function* checkIngestRetry(
  event: Readonly<Record<string, unknown>>,
  lifecycle: StrictLifecycle,
  rules: StrictRules,
): Generator<string | Repeat> {
  const [first] = lifecycle.ingests;
  if (first === undefined) return;
  const acknowledged = lifecycle.ingestStatuses.some((status) => status === 200 || status === 409);
  if (acknowledged && rules.allowResend !== true) {
    yield* repeat("event_id: is sent again after it was acknowledged", lifecycle, "ingest");
  }
  const shrinking = lifecycle.ingestStatuses.some((status) => status === 413 || status === 400);
  for (const name of new Set([...Object.keys(first), ...Object.keys(event)])) {
    if (name === "timestamp") continue;
    const pair = { before: first[name], after: event[name], shrinking };
    const same = name === "metadata" ? metadataHolds(pair) : holds(pair);
    if (!same) yield `${name}: differs from the first attempt`;
  }
}

interface Pair {
  readonly before: unknown;
  readonly after: unknown;
  /** Whether the service has found the event too large, so that it may be smaller now. */
  readonly shrinking: boolean;
}

function holds({ before, after, shrinking }: Pair): boolean {
  if (isDeepStrictEqual(before, after)) return true;
  return shrinking && sizeOf(after) < sizeOf(before);
}

/**
 * `occurred_at` may be added; after shrinking, keys may be missing, and `truncated` may be added.
 */
function metadataHolds({ before, after, shrinking }: Pair): boolean {
  const [old, now] = [objectOf(before), objectOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].every((key) => {
    if (key === "occurred_at" || (shrinking && key === "truncated")) return true;
    return holds({ before: old[key], after: now[key], shrinking });
  });
}

function sizeOf(value: unknown): number {
  return value === undefined ? 0 : JSON.stringify(value).length;
}
