import { type IngestRequest, ingestRequestSchema } from "../../../src/contract/ingest.ts";
import { MAX_EVENT_AGE_MS } from "../../../src/contract/limits.ts";
import { uuidSchema } from "../../../src/contract/primitives.ts";
import type { ReceivedRequest } from "../../../src/local/index.ts";
import { SDK_VERSION } from "../../../src/version.ts";
import { idIn, isRandomUuid, misfits, objectOf, unknownFields } from "./strict-fields.ts";
import type { StrictLifecycle } from "./strict-ledger.ts";
import type { StrictContext } from "./strict-rules.ts";

const FIELDS = Object.keys(ingestRequestSchema.shape);

/** How many characters of a truncated text must equal the text that was sent. */
const TRUNCATED_PREFIX = 100;

/** Checks an ingest request against the contract. */
export function* checkIngest(
  request: ReceivedRequest,
  lifecycle: StrictLifecycle,
  context: StrictContext,
): Generator<string> {
  const event = objectOf(request.body);
  yield* unknownFields(FIELDS, event);
  yield* misfits(ingestRequestSchema, request.body);
  yield* checkIdentity(event, context);
  yield* checkAge(event, request, context);
  yield* checkVersions(event, context);
  if (lifecycle.guards.length > 0) yield* checkGuarded(event, lifecycle, context);
  else if (!context.rules.allowUnguarded?.(event as IngestRequest)) {
    yield "event_id: no guard was asked under this id";
  }
}

function* checkIdentity(
  event: Readonly<Record<string, unknown>>,
  { rules, systemId }: StrictContext,
): Generator<string> {
  const id = idIn(event, "event_id");
  const given = rules.callerIds?.some((known) => known.toLowerCase() === id) ?? false;
  if (!given && !isRandomUuid(id)) yield "event_id: is not a random UUID (version 4)";
  if (event.system_id !== undefined && idIn(event, "system_id") !== systemId.toLowerCase()) {
    yield "system_id: is another system's";
  }
}

function* checkAge(
  event: Readonly<Record<string, unknown>>,
  request: ReceivedRequest,
  { rules }: StrictContext,
): Generator<string> {
  if (rules.allowStale === true) return;
  const ageMs = request.receivedAt - Date.parse(String(event.timestamp));
  if (ageMs > MAX_EVENT_AGE_MS) yield `timestamp: is ${ageMs} ms old`;
  if (ageMs < -1_000) yield `timestamp: is ${-ageMs} ms in the future`;
}

function* checkVersions(
  event: Readonly<Record<string, unknown>>,
  { rules }: StrictContext,
): Generator<string> {
  const version = rules.sdkVersion ?? SDK_VERSION;
  if (objectOf(event.metadata).sdk_version !== version) {
    yield `metadata.sdk_version: is not ${version}`;
  }
  const capabilities = objectOf(event.client_capabilities);
  if (capabilities.sdk_version !== version) {
    yield `client_capabilities.sdk_version: is not ${version}`;
  }
  for (const name of ["pii_masking_enabled", "secret_masking_enabled"]) {
    if (typeof capabilities[name] !== "boolean") yield `client_capabilities.${name}: is missing`;
  }
}

function* checkGuarded(
  event: Readonly<Record<string, unknown>>,
  lifecycle: StrictLifecycle,
  context: StrictContext,
): Generator<string> {
  const metadata = objectOf(event.metadata);
  if (lifecycle.verdicts.some((verdict) => verdict.allowed === false)) {
    yield "event_id: this call was denied";
  }
  const allow = lifecycle.verdicts.findLast((verdict) => verdict.allowed === true);
  if (allow === undefined && !Object.hasOwn(metadata, "fallback")) {
    yield "event_id: the guard never allowed this call, and metadata has no fallback";
  }
  if (idIn(metadata, "client_event_id") !== idIn(event, "event_id")) {
    yield "metadata.client_event_id: is not the event's id";
  }
  yield* checkGuardEventId(metadata, allow);
  if (allow !== undefined) yield* checkInput(event, allow, { lifecycle, context });
  if (lifecycle.guards.at(-1)?.user_id !== event.user_id) {
    yield "user_id: is not what the guard was told";
  }
}

function* checkGuardEventId(
  metadata: Readonly<Record<string, unknown>>,
  allow: Readonly<Record<string, unknown>> | undefined,
): Generator<string> {
  const given = idIn(allow, "guard_event_id");
  if (!uuidSchema.safeParse(given).success) {
    if (metadata.guard_event_id !== undefined) yield "metadata.guard_event_id: the guard gave none";
  } else if (idIn(metadata, "guard_event_id") !== given) {
    yield "metadata.guard_event_id: is not the guard's";
  }
}

/**
 * The event shows what went to the provider: the rewrite if there was one, else what the guard saw.
 */
function* checkInput(
  event: Readonly<Record<string, unknown>>,
  allow: Readonly<Record<string, unknown>>,
  about: { readonly lifecycle: StrictLifecycle; readonly context: StrictContext },
): Generator<string> {
  if (about.context.rules.contentMayDiffer?.(event as IngestRequest)) return;
  const expected = String(allow.transformed_input || about.lifecycle.guards.at(-1)?.input);
  const input = String(event.input);
  if (input === expected) return;
  const truncated = Object.hasOwn(objectOf(event.metadata), "truncated");
  const start = expected.slice(0, TRUNCATED_PREFIX);
  if (truncated && expected.length > input.length && input.startsWith(start)) return;
  yield allow.transformed_input
    ? "input: is not the text that the guard rewrote"
    : "input: is not the text that the guard allowed";
}
