import { MAX_INGEST_MS } from "../../contract/limits.ts";
import { isUuid } from "../../contract/uuid.ts";
import { ConfigurationError } from "../../errors.ts";
import type { TelemetryEvent } from "../../telemetry.ts";
import type { IngestEvent } from "../events/ingest-event.ts";
import type { FinalizeByHand } from "./by-hand-types.ts";

/** What a field must be, in words and as a test. */
type Kind = readonly [be: string, holds: (value: unknown) => boolean];

const A_UUID: Kind = ["a UUID", isUuid];
const A_TEXT: Kind = ["a string", (value) => typeof value === "string"];
/** Of a promise, such as the usage of a stream that is not awaited, JSON has no properties. */
const AN_OBJECT: Kind = [
  "an object, not an array or a promise",
  (value) => typeof value === "object" && !Array.isArray(value) && !(value instanceof Promise),
];
const A_COUNT: Kind = [
  "a whole number of milliseconds, 0 or more",
  (value) => Number.isSafeInteger(value) && (value as number) >= 0,
];
const A_TIME: Kind = ["a string of ISO 8601 or a valid Date", isTime];

const REQUIRED = { event_id: A_UUID, input: A_TEXT, output: A_TEXT, model: A_TEXT };

/** Their lengths and words are for the service to judge, which may accept more than it says. */
const OPTIONAL = {
  timestamp: A_TIME,
  user_id: A_TEXT,
  latency: A_COUNT,
  usage: AN_OBJECT,
  tokens: AN_OBJECT,
  request_identity: AN_OBJECT,
  client_capabilities: AN_OBJECT,
  metadata: AN_OBJECT,
  event_type: A_TEXT,
  severity: A_TEXT,
};

/** A date of a library, too, which has the methods of a `Date` that matter here. */
function isTime(value: unknown): boolean {
  if (typeof value === "string") return true;
  const date = value as Partial<Date> | null;
  return typeof date?.toISOString === "function" && Number.isFinite(Number(date));
}

/** @throws ConfigurationError naming the field, as the event does, that the contract rules out. */
export function assertEvent(event: IngestEvent | TelemetryEvent): void {
  if (Object(event) !== event || Array.isArray(event)) {
    throw invalid("ingest: the event must be an object");
  }
  const given = event as unknown as Readonly<Record<string, unknown>>;
  const isAsSent = "event_id" in event;
  // With our names, the time is now by default.
  const required = isAsSent ? { ...REQUIRED, timestamp: A_TIME } : REQUIRED;
  for (const [field, [be, holds]] of Object.entries({ ...required, ...OPTIONAL })) {
    const name = isAsSent ? field : inOurNames(field);
    const isLeftOut = given[name] == null && !(field in required);
    if (!isLeftOut && !holds(given[name])) throw invalid(`ingest: ${name} must be ${be}`);
  }
}

function inOurNames(field: string): string {
  return field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The request with our names. @throws ConfigurationError naming the field that is wrong. */
export function measuredOf(request: FinalizeByHand): {
  readonly clientEventId: string;
  readonly ingestMs: number;
} {
  const asked: Readonly<Record<string, unknown>> = Object(request);
  const clientEventId = asked.clientEventId ?? asked.client_event_id;
  const ingestMs = asked.ingestMs ?? asked.sdkIngestMs ?? asked.sdk_ingest_ms;
  if (!isUuid(clientEventId)) throw invalid("finalize: clientEventId must be a UUID");
  if (!A_COUNT[1](ingestMs) || (ingestMs as number) > MAX_INGEST_MS) {
    const be = `a whole number of milliseconds from 0 to ${MAX_INGEST_MS}`;
    throw invalid(`finalize: ingestMs must be ${be}`);
  }
  return { clientEventId, ingestMs: ingestMs as number };
}

/** The error of a request that was not sent because of `what`. */
export function invalid(what: string): ConfigurationError {
  return new ConfigurationError(`${what}. Nothing was sent.`);
}
