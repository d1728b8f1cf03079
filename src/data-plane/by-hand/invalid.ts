import { anObject, hasMethod, must, type Violation } from "../../base/option-rules.ts";
import { MAX_INGEST_MS } from "../../contract/limits.ts";
import { isUuid } from "../../contract/uuid.ts";
import { ConfigurationError } from "../../errors.ts";
import type { TelemetryEvent } from "../../telemetry.ts";
import type { IngestEvent } from "../events/ingest-event.ts";
import type { FinalizeByHand } from "./by-hand-types.ts";

/** The id of a lifecycle or an event. */
export const aUuid = must("be a UUID", isUuid);
/** A string, which may be empty. */
export const aText = must("be a string", (value) => typeof value === "string");
const aCount = must(
  "be a whole number of milliseconds, 0 or more",
  (value) => Number.isSafeInteger(value) && (value as number) >= 0,
);
const aDuration = must(
  `be a whole number of milliseconds from 0 to ${MAX_INGEST_MS}`,
  (value) => aCount(value) === undefined && (value as number) <= MAX_INGEST_MS,
);
/** A time of a library, too: what JSON makes of it counts, which is null for an invalid one. */
const aTime = must("be a string of ISO 8601 or a valid Date", (value) => {
  if (value instanceof Date) return Number.isFinite(value.getTime());
  return typeof (hasMethod("toJSON")(value) ? (value as Date).toJSON() : value) === "string";
});

const REQUIRED = { event_id: aUuid, input: aText, output: aText, model: aText };

/** Their lengths and words are for the service to judge, which may accept more than it says. */
const OPTIONAL = {
  timestamp: aTime,
  user_id: aText,
  latency: aCount,
  usage: anObject,
  tokens: anObject,
  request_identity: anObject,
  client_capabilities: anObject,
  metadata: anObject,
  event_type: aText,
  severity: aText,
};

/** @throws ConfigurationError naming the field, as the event does, that the contract rules out. */
export function assertEvent(event: IngestEvent | TelemetryEvent): void {
  assertValid("ingest", "the event", anObject(event));
  const given = event as unknown as Readonly<Record<string, unknown>>;
  const isAsSent = "event_id" in event;
  // With our names, the time is now by default.
  const required = isAsSent ? { ...REQUIRED, timestamp: aTime } : REQUIRED;
  for (const [field, rule] of Object.entries({ ...required, ...OPTIONAL })) {
    const name = isAsSent ? field : inOurNames(field);
    const isLeftOut = given[name] == null && !(field in required);
    if (!isLeftOut) assertValid("ingest", name, rule(given[name]));
  }
}

const ASKED = ["input", "model", "client_event_id", "user_id"];
const OF_GUARD = [...ASKED, "request_identity", "client_capabilities"];

/** Those of an event are no mistake: apps spread what both have in common. */
const KNOWN_TO_GUARD = [...OF_GUARD, "system_id", ...Object.keys({ ...REQUIRED, ...OPTIONAL })];

/** @throws ConfigurationError naming the first field that neither a guard request nor an event has. */
export function assertQuestion(request: unknown): void {
  assertValid("guard", "the request", anObject(request));
  const known = [...KNOWN_TO_GUARD, ...KNOWN_TO_GUARD.map(inOurNames)];
  for (const [name, value] of Object.entries(request as object)) {
    if (value === undefined || known.includes(name)) continue;
    const fields = OF_GUARD.map(inOurNames).join(", ");
    throw invalid(`guard: ${name} is no known field; known are ${fields}`);
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
  assertValid("finalize", "clientEventId", aUuid(clientEventId));
  assertValid("finalize", "ingestMs", aDuration(ingestMs));
  return { clientEventId: clientEventId as string, ingestMs: ingestMs as number };
}

/** @throws ConfigurationError if there is a violation; `what` is its value if that has no path. */
export function assertValid(method: string, what: string, violation: Violation | undefined): void {
  if (violation === undefined) return;
  throw invalid(`${method}: ${violation.path || what} ${violation.must}`);
}

/** The error of a request that was not sent because of `what`. */
export function invalid(what: string): ConfigurationError {
  return new ConfigurationError(`${what}. Nothing was sent.`);
}
