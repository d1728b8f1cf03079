import { cutText } from "../../base/cut-text.ts";
import { MAX_TEXT_LENGTH } from "../../contract/limits.ts";
import { isUuid } from "../../contract/uuid.ts";
import { CAPABILITY_NAMES, IDENTITY_NAMES } from "../../contract/wire-names.ts";
import type { EventRecord, TelemetryEvent } from "../../delivery/delivery.ts";
import type { ClientCapabilities, Usage } from "../../types.ts";
import { SDK_VERSION } from "../../version.ts";
import type { MergedContext } from "../context/context.ts";
import { isoTime } from "./iso-time.ts";

/** The content of an event, for a finished call or `record`. */
export interface EventFacts {
  readonly eventId: string;
  readonly clientEventId: string | undefined;
  readonly guardEventId?: string | undefined;
  readonly eventType: string;
  readonly severity: string;
  readonly input: string;
  readonly output: string;
  /** UTF-16 units that were already cut from `output`. */
  readonly omittedLength?: number | undefined;
  readonly model: string;
  /** Validated: the service rejects a whole event because of one invalid count. */
  readonly usage?: Usage | undefined;
  readonly latencyMs?: number | undefined;
  readonly context: MergedContext;
  /** The library's own additions to `metadata`; undefined values are left out. */
  readonly notes: Readonly<Record<string, unknown>>;
  readonly finalize: boolean;
  readonly idGivenByCaller: boolean;
}

/** The values shared by all events of a client. */
export interface EventSettings {
  readonly systemId: string | undefined;
  readonly masksPersonalData: boolean;
  readonly masksSecrets: boolean;
}

/**
 * The event within the contract's limits. `now` is our clock, `serviceNow` the service's, both in
 * milliseconds since the Unix epoch.
 */
export function buildEvent(
  facts: EventFacts,
  settings: EventSettings,
  times: { readonly now: number; readonly serviceNow: number },
): EventRecord {
  const event: Mutable<TelemetryEvent> = {
    event_id: facts.eventId,
    input: cutText(facts.input, MAX_TEXT_LENGTH),
    output: cutText(facts.output, MAX_TEXT_LENGTH),
    model: facts.model,
    timestamp: isoTime(times.serviceNow),
    client_capabilities: wireCapabilities(facts.context.clientCapabilities, settings),
    metadata: metadataOf(facts),
    event_type: facts.eventType,
    severity: facts.severity,
  };
  if (settings.systemId !== undefined) event.system_id = settings.systemId;
  if (facts.usage !== undefined) event.usage = facts.usage;
  if (facts.latencyMs !== undefined) event.latency = Math.max(0, Math.round(facts.latencyMs));
  if (facts.context.userId !== undefined) event.user_id = facts.context.userId;
  const identity = rename(facts.context.requestIdentity, IDENTITY);
  if (identity !== undefined) event.request_identity = identity;
  const { finalize, idGivenByCaller } = facts;
  return { event, finalize, idGivenByCaller, occurredAt: times.now };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function metadataOf(facts: EventFacts): Record<string, unknown> {
  const metadata: Record<string, unknown> = { ...facts.context.metadata };
  // The contract requires UUIDs here; any other value would get the whole event rejected.
  for (const key of ["client_event_id", "guard_event_id"]) {
    if (key in metadata && !isUuid(metadata[key])) delete metadata[key];
  }
  if (facts.clientEventId !== undefined) metadata.client_event_id = facts.clientEventId;
  if (isUuid(facts.guardEventId)) metadata.guard_event_id = facts.guardEventId;
  metadata.sdk_version = SDK_VERSION;
  for (const key of Object.keys(facts.notes)) {
    const note = facts.notes[key];
    if (note !== undefined) metadata[key] = note;
  }
  const truncated = truncationOf(facts);
  if (truncated !== undefined) metadata.truncated = truncated;
  return metadata;
}

/** Full lengths of the texts that are cut, in UTF-16 units. */
export function truncationOf(
  facts: Pick<EventFacts, "input" | "output" | "omittedLength">,
): Record<string, number> | undefined {
  const inputLength = facts.input.length;
  const outputLength = facts.output.length + (facts.omittedLength ?? 0);
  if (inputLength <= MAX_TEXT_LENGTH && outputLength <= MAX_TEXT_LENGTH) return undefined;
  return {
    ...(inputLength > MAX_TEXT_LENGTH ? { input: inputLength } : undefined),
    ...(outputLength > MAX_TEXT_LENGTH ? { output: outputLength } : undefined),
  };
}

function wireCapabilities(
  capabilities: ClientCapabilities | undefined,
  settings: EventSettings,
): Record<string, unknown> {
  if (capabilities === undefined) {
    return {
      sdk_version: SDK_VERSION,
      pii_masking_enabled: settings.masksPersonalData,
      secret_masking_enabled: settings.masksSecrets,
    };
  }
  const wire = rename(capabilities, CAPABILITIES) ?? {};
  wire.sdk_version = SDK_VERSION;
  wire.pii_masking_enabled = settings.masksPersonalData;
  wire.secret_masking_enabled = settings.masksSecrets;
  return wire;
}

/** How the contract writes the fields of a part of the context. */
export interface WireFields {
  readonly names: ReadonlyMap<string, string>;
  /** The type of each field that the contract defines. */
  readonly types: ReadonlyMap<string, "string" | "boolean">;
}

/** The contract's fields of `request_identity`, and how our names for them are written. */
export const IDENTITY: WireFields = {
  names: IDENTITY_NAMES,
  types: new Map([
    ["user_agent", "string"],
    ["ip_address", "string"],
    ["geo", "string"],
    ["session_id", "string"],
  ]),
};

/** The same for `client_capabilities`. */
export const CAPABILITIES: WireFields = {
  names: CAPABILITY_NAMES,
  types: new Map([
    ["framework", "string"],
    ["has_feedback_handler", "boolean"],
  ]),
};

/**
 * The fields with the contract's names; unknown ones are sent unchanged. Our own names are checked
 * in the context, but an app may use the contract's. One of those with a value of another type
 * (`ip_address: null`) is left out, because it would get the whole event rejected.
 */
function rename(
  values: Readonly<Record<string, unknown>> | undefined,
  { names, types }: WireFields,
): Record<string, unknown> | undefined {
  if (values === undefined) return undefined;
  const renamed: Record<string, unknown> = {};
  for (const key of Object.keys(values)) {
    const value = values[key];
    const name = names.get(key) ?? key;
    if (fits(name, value, types)) renamed[name] = value;
  }
  return renamed;
}

/** Whether a field has the type of the contract, if it is one of the contract's. */
export function fits(name: string, value: unknown, types: WireFields["types"]): boolean {
  const type = types.get(name);
  return type === undefined || typeof value === type;
}
