import type { ClientCapabilities, RequestIdentity, TelemetryEvent, Usage } from "../types.ts";

/** An event in our names; `usage`, `tokens` and `metadata` travel as they are. */
export interface IngestEvent {
  /** The idempotency key, a UUID: the lifecycle's `clientEventId`. */
  readonly eventId: string;
  /** The text that went to the model, never the original. */
  readonly input: string;
  readonly output: string;
  readonly model: string;
  /** When it happened. Default: now, by the service's clock. At most five minutes ago. */
  readonly timestamp?: string | Date | undefined;
  readonly usage?: Usage | undefined;
  readonly tokens?: Readonly<Record<string, unknown>> | undefined;
  /** Whole milliseconds from end to end. */
  readonly latency?: number | undefined;
  readonly userId?: string | undefined;
  readonly requestIdentity?: RequestIdentity | undefined;
  readonly clientCapabilities?: ClientCapabilities | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly eventType?: string | undefined;
  readonly severity?: string | undefined;
}

/** What an event takes from its surroundings. */
export interface EventSurroundings {
  /** Milliseconds since the Unix epoch by the service's clock. */
  serviceNow(): number;
  readonly systemId: string | undefined;
}

/** The event in the contract's names (specification, "Ingest request"). One that has them already is sent as it is. */
export function wireEvent(
  event: IngestEvent | TelemetryEvent,
  surroundings: EventSurroundings,
): TelemetryEvent {
  if ("event_id" in event) return event;
  const { eventId, userId, requestIdentity, clientCapabilities, eventType, ...alike } = event;
  const wire = {
    ...alike,
    event_id: eventId,
    timestamp: timestampOf(event.timestamp, surroundings),
    system_id: surroundings.systemId,
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

function timestampOf(given: string | Date | undefined, surroundings: EventSurroundings): string {
  if (typeof given === "string") return given;
  return (given ?? new Date(surroundings.serviceNow())).toISOString();
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
