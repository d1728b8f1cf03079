import { EVENT_TYPES, type EventType, SEVERITIES, type Severity } from "../contract/events.ts";
import { ConfigurationError } from "../errors.ts";
import type { DeliveryOutcome } from "../types.ts";
import { contextOf } from "./call-context.ts";
import { type CallContext, isUuid } from "./context.ts";
import { buildEvent } from "./event.ts";
import type { Gate } from "./gate.ts";
import { handOver, keepAlive } from "./hand-over.ts";
import { maskLater } from "./mask.ts";
import { applyBeforeIngest } from "./withhold.ts";

/** An event beside model calls: a human override, a badge that was shown, an alert. */
export interface RecordedEvent
  extends Omit<CallContext, "clientEventId" | "signal" | "onLifecycle"> {
  readonly eventType: EventType;
  /** Default "error" for `error` events, else "info". */
  readonly severity?: Severity | undefined;
  readonly input: string;
  readonly output: string;
  readonly model: string;
  /** The lifecycle it belongs to. The event itself has an id of its own. */
  readonly clientEventId?: string | undefined;
}

/**
 * Sends one event beside model calls, under a new `event_id` and without finalize.
 *
 * @throws ConfigurationError naming the field that is wrong; GuardedModelError `client_closed`.
 */
export async function recordEvent(gate: Gate, recorded: RecordedEvent): Promise<DeliveryOutcome> {
  const { services } = gate;
  services.active.assertOpen();
  assertRecorded(recorded);
  const { eventType, severity, model, clientEventId, input: _, output: __, ...context } = recorded;
  const { input, output, withheld } = await showable(gate, recorded);
  const built = buildEvent(
    {
      eventId: services.ids.fresh(),
      clientEventId,
      eventType,
      severity: severity ?? (eventType === "error" ? "error" : "info"),
      input,
      output,
      model,
      context: contextOf(gate, context),
      notes: { withheld },
      finalize: false,
      idGivenByCaller: false,
    },
    services.events,
    { now: services.clock.now(), serviceNow: services.serviceNow() },
  );
  const event = applyBeforeIngest(services.rules.beforeIngest, built.event);
  const { outcome } = handOver(services.delivery, { ...built, event });
  keepAlive(services, outcome);
  return outcome;
}

/** Masked like any other event; without its content where masking fails. */
async function showable(
  gate: Gate,
  { input, output }: RecordedEvent,
): Promise<{ input: string; output: string; withheld: string | undefined }> {
  const { masker } = gate.services;
  if (masker === undefined) return { input, output, withheld: undefined };
  const session = masker.open();
  for (const text of [input, output]) session.reserve(text);
  const maskedInput = await maskLater(session, input);
  const maskedOutput = await maskLater(session, output);
  if (maskedInput === undefined || maskedOutput === undefined) {
    return { input: WITHHELD, output: WITHHELD, withheld: "masking_failed" };
  }
  return { input: maskedInput, output: maskedOutput, withheld: undefined };
}

const WITHHELD = "[withheld]";

function assertRecorded(recorded: RecordedEvent): void {
  if (typeof recorded !== "object" || recorded === null) refuse("the event", "an object");
  if (!EVENT_TYPES.includes(recorded.eventType)) {
    refuse("eventType", `one of ${EVENT_TYPES.join(", ")}`);
  }
  if (recorded.severity !== undefined && !SEVERITIES.includes(recorded.severity)) {
    refuse("severity", `one of ${SEVERITIES.join(", ")}`);
  }
  for (const field of ["input", "output", "model"] as const) {
    if (typeof recorded[field] !== "string") refuse(field, "a string");
  }
  if (recorded.clientEventId !== undefined && !isUuid(recorded.clientEventId)) {
    refuse("clientEventId", "a UUID");
  }
}

function refuse(field: string, expected: string): never {
  throw new ConfigurationError(`record: ${field} must be ${expected}. Nothing was sent.`);
}
