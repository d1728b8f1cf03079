import type { TelemetryEvent } from "../../telemetry.ts";
import type { ClientCapabilities, RequestIdentity, Usage } from "../../types.ts";

/**
 * An event in our names (specification, "Ingest request"); `usage`, `tokens` and `metadata` travel
 * as they are. The service checks it, not this client.
 */
export interface IngestEvent {
  /** The idempotency key, a UUID: the lifecycle's `clientEventId`. */
  readonly eventId: string;
  /** The text that went to the model, never the original. At most 32,000 characters. */
  readonly input: string;
  /** What the model answered. At most 32,000 characters. */
  readonly output: string;
  /** As the provider names it. The contract requires one. */
  readonly model: string;
  /** When it happened. Default: now, by the service's clock. At most five minutes ago. */
  readonly timestamp?: string | Date | undefined;
  /** The provider's counters, integers from 0 on. */
  readonly usage?: Usage | undefined;
  /** `input`, `output` and `total`, an alternative to `usage`. */
  readonly tokens?: Readonly<Record<string, unknown>> | undefined;
  /** Whole milliseconds from end to end, 0 or more. */
  readonly latency?: number | undefined;
  /** `user_id`, 1 to 128 characters. */
  readonly userId?: string | undefined;
  /** `request_identity`; unknown keys travel as they are. */
  readonly requestIdentity?: RequestIdentity | undefined;
  /** `client_capabilities`; nothing is added to it. */
  readonly clientCapabilities?: ClientCapabilities | undefined;
  /**
   * Put the lifecycle's `client_event_id` and the guard's `guard_event_id` here. No original
   * sensitive values.
   */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /**
   * `event_type`, one of the values of the specification's part "Events"; `complete` for a normal
   * call.
   */
  readonly eventType?: string | undefined;
  /** `info`, `warning`, `error` or `high`; `info` for a normal call. */
  readonly severity?: string | undefined;
}

/** What an event takes from the client that sends it. */
export interface EventEnvironment {
  /** Milliseconds since the Unix epoch by the service's clock. */
  serviceNow(): number;
  readonly systemId: string | undefined;
}

/** The event in the contract's names (specification, "Ingest request"). One that has them already is sent as it is. */
export function wireEvent(
  event: IngestEvent | TelemetryEvent,
  environment: EventEnvironment,
): TelemetryEvent {
  if ("event_id" in event) return event;
  const { eventId, userId, requestIdentity, clientCapabilities, eventType, ...alike } = event;
  const wire = {
    ...alike,
    event_id: eventId,
    timestamp: timestampOf(event.timestamp, environment),
    system_id: environment.systemId,
    user_id: userId,
    request_identity: inWireNames(requestIdentity),
    client_capabilities: inWireNames(clientCapabilities),
    event_type: eventType,
  };
  // What is undefined is not there, also for those who look before it becomes JSON.
  return Object.fromEntries(
    Object.entries(wire).filter(([, value]) => value !== undefined),
  ) as unknown as TelemetryEvent;
}

function timestampOf(given: string | Date | undefined, environment: EventEnvironment): string {
  if (typeof given === "string") return given;
  if (given === undefined) return new Date(environment.serviceNow()).toISOString();
  // A date that is none is the service's to refuse, like everything else in an event.
  return Number.isNaN(given.getTime()) ? String(given) : given.toISOString();
}

const WIRE_NAMES: ReadonlyMap<string, string> = new Map([
  ["userAgent", "user_agent"],
  ["ipAddress", "ip_address"],
  ["sessionId", "session_id"],
  ["tenantId", "tenant_id"],
  ["hasFeedbackHandler", "has_feedback_handler"],
  ["piiMaskingEnabled", "pii_masking_enabled"],
  ["secretMaskingEnabled", "secret_masking_enabled"],
  ["sdkVersion", "sdk_version"],
]);

/** Names the contract knows in its spelling; what else somebody adds travels as it is. */
function inWireNames(
  record: Readonly<Record<string, unknown>> | undefined,
): Record<string, unknown> | undefined {
  if (record === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [WIRE_NAMES.get(name) ?? name, value]),
  );
}
