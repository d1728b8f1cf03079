import type { EventType, Severity } from "../../contract/events.ts";
import { CAPABILITY_NAMES, IDENTITY_NAMES } from "../../contract/wire-names.ts";
import type { TelemetryEvent } from "../../telemetry.ts";
import type { ClientCapabilities, RequestIdentity, Usage } from "../../types.ts";

/**
 * An event with our names (specification, "Ingest request"); `usage`, `tokens` and `metadata` are
 * sent as given. Types are checked before it is sent, lengths and words by the service.
 */
export interface IngestEvent {
  /** The idempotency key, a UUID: the lifecycle's `clientEventId`. */
  readonly eventId: string;
  /** The text that was sent to the model, never the original. At most 32,000 characters. */
  readonly input: string;
  /** The model's answer. At most 32,000 characters. */
  readonly output: string;
  /** The model's name. Required by the contract. */
  readonly model: string;
  /** When it happened, at most five minutes ago. Default: now, by the service's clock. */
  readonly timestamp?: string | Date | undefined;
  /** The provider's token counts, integers of at least 0. */
  readonly usage?: Usage | undefined;
  /** `input`, `output` and `total`, an alternative to `usage`. */
  readonly tokens?: Readonly<Record<string, unknown>> | undefined;
  /** Duration of the call in whole milliseconds, 0 or more. */
  readonly latency?: number | undefined;
  /** `user_id`, 1 to 128 characters. */
  readonly userId?: string | undefined;
  /** `request_identity`; unknown keys are sent unchanged. */
  readonly requestIdentity?: RequestIdentity | undefined;
  /** `client_capabilities`; nothing is added to it. */
  readonly clientCapabilities?: ClientCapabilities | undefined;
  /**
   * Should have the lifecycle's `client_event_id` and the guard's `guard_event_id`. It must not
   * contain original sensitive values.
   */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  // Any other word is for the service to judge. `string & {}` has no name: users could not import it.
  /** `event_type`; `complete` for a normal call. */
  readonly eventType?: EventType | (string & {}) | undefined;
  /** `severity`; `info` for a normal call. */
  readonly severity?: Severity | (string & {}) | undefined;
}

/** What the sending client adds to an event. */
export interface EventEnvironment {
  /** Milliseconds since the Unix epoch by the service's clock. */
  serviceNow(): number;
  readonly systemId: string | undefined;
}

/**
 * The event with the contract's names (specification, "Ingest request"). One that already has them
 * is sent as it is.
 */
export function wireEvent(
  event: IngestEvent | TelemetryEvent,
  environment: EventEnvironment,
): TelemetryEvent {
  if ("event_id" in event) return event;
  const { eventId, userId, requestIdentity, clientCapabilities, eventType, ...alike } = event;
  const wire = {
    ...alike,
    event_id: eventId,
    timestamp: timestampOf(event.timestamp ?? new Date(environment.serviceNow())),
    system_id: environment.systemId,
    user_id: userId,
    request_identity: inWireNames(requestIdentity),
    client_capabilities: inWireNames(clientCapabilities),
    event_type: eventType,
  };
  return givenOnly(wire) as unknown as TelemetryEvent;
}

/** A Date's text, because apps replace its `toJSON`, as for local times; any other is left to JSON. */
function timestampOf(time: string | Date): string {
  return time instanceof Date ? time.toISOString() : time;
}

/** Leaves out undefined fields, as JSON would, and null, for which the contract has no place. */
function givenOnly(record: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value != null));
}

const WIRE_NAMES: ReadonlyMap<string, string> = new Map([
  ...IDENTITY_NAMES,
  ...CAPABILITY_NAMES,
  ["piiMaskingEnabled", "pii_masking_enabled"],
  ["secretMaskingEnabled", "secret_masking_enabled"],
  ["sdkVersion", "sdk_version"],
]);

/** Renames known keys to the contract's names; unknown keys are sent unchanged. */
function inWireNames(
  record: Readonly<Record<string, unknown>> | undefined | null,
): Record<string, unknown> | undefined {
  if (record == null) return undefined;
  return Object.fromEntries(
    Object.entries(givenOnly(record)).map(([name, value]) => [WIRE_NAMES.get(name) ?? name, value]),
  );
}
