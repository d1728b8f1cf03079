import type { EventRecord } from "../delivery.ts";

/** Incremented when workers of an older version could not read the data. */
const VERSION = 1;

/**
 * An event as stored in Redis: plain JSON, masked, without a key. Later versions keep `v` and
 * `event.event_id`, so that newer data can be told from invalid data and left alone.
 */
export interface JobData {
  readonly v: number;
  readonly event: EventRecord["event"];
  readonly finalize: boolean;
  readonly idGivenByCaller: boolean;
  readonly occurredAt: number;
  readonly replayed: boolean;
  /** The id of the app with a note of the call. The note is deleted when the event is delivered. */
  readonly notedBy?: string | undefined;
}

/** The data to store. `again`: an earlier attempt to write it may have succeeded. */
export function writeJobData(
  record: EventRecord,
  again: boolean,
  notedBy?: string | undefined,
): JobData {
  const { event, finalize, idGivenByCaller, occurredAt, replayed } = record;
  return {
    v: VERSION,
    event,
    finalize,
    idGivenByCaller,
    occurredAt,
    // That copy may have been delivered and removed by now.
    replayed: again || replayed === true,
    notedBy,
  };
}

/**
 * Reads stored data as far as possible. `takenBefore`: another worker has had the job and may have
 * sent the event.
 */
export function readJobData(data: unknown, takenBefore: boolean): EventRecord | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { v, event, finalize, idGivenByCaller, occurredAt, replayed } = data as Partial<JobData>;
  const readable =
    v === VERSION &&
    typeof event === "object" &&
    typeof event?.event_id === "string" &&
    typeof event.timestamp === "string" &&
    typeof occurredAt === "number";
  if (!readable) return undefined;
  return {
    event,
    finalize: finalize === true,
    idGivenByCaller: idGivenByCaller === true,
    occurredAt,
    replayed: takenBefore || replayed === true,
  };
}

/** Whether a later version of this package wrote it, which can read it. */
export function isOfNewerRelease(data: unknown): data is JobData {
  const { v, event } = (data ?? {}) as Partial<JobData>;
  return typeof v === "number" && v > VERSION && typeof event?.event_id === "string";
}

/** The app that has a note of the call, if any. */
export function noterOf(data: unknown): string | undefined {
  const { notedBy } = (data ?? {}) as Partial<JobData>;
  return typeof notedBy === "string" ? notedBy : undefined;
}
