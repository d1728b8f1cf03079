import type { EventRecord } from "../delivery.ts";

/** Grows when a worker of an older release could not read what is written. */
const VERSION = 1;

/**
 * An event as Redis keeps it: plain JSON, masked, without any key. Later versions keep `v` and
 * `event.event_id`, so that what is newer can be told from what is broken, and be left where it is.
 */
export interface JobData {
  readonly v: number;
  readonly event: EventRecord["event"];
  readonly finalize: boolean;
  readonly idGivenByCaller: boolean;
  readonly occurredAt: number;
  readonly replayed: boolean;
  /** The app that has a note of the call, as it names itself; whoever delivers takes the note away. */
  readonly notedBy?: string | undefined;
}

/** What is written. `again` when an earlier attempt to write it may have come through. */
export function writeJobData(
  record: EventRecord,
  again: boolean,
  notedBy?: string | undefined,
): JobData {
  const { event, finalize, idGivenByCaller, occurredAt, replayed } = record;
  return {
    ...{ v: VERSION, event, finalize, idGivenByCaller, occurredAt },
    // The earlier one may have been delivered and be gone by now.
    replayed: again || replayed === true,
    notedBy,
  };
}

/**
 * What was written, as far as it can be read. `takenBefore` when another worker has had it in
 * hand, and may have sent it.
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

/** Whether a later release of this package wrote it: what cannot be read here can be read there. */
export function isOfNewerRelease(data: unknown): data is JobData {
  const { v, event } = (data ?? {}) as Partial<JobData>;
  return typeof v === "number" && v > VERSION && typeof event?.event_id === "string";
}

/** Which app has a note of the call, if one has. */
export function noterOf(data: unknown): string | undefined {
  const { notedBy } = (data ?? {}) as Partial<JobData>;
  return typeof notedBy === "string" ? notedBy : undefined;
}
