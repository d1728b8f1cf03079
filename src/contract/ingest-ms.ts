import { MAX_INGEST_MS } from "./limits.ts";

/**
 * A duration as `sdk_ingest_ms` takes it (specification, "Finalize request"): whole milliseconds
 * within the limits. 0 for anything that is not a number.
 */
export function ingestMsOf(elapsedMs: number): number {
  if (!(elapsedMs > 0)) return 0;
  return Math.min(Math.round(elapsedMs), MAX_INGEST_MS);
}
