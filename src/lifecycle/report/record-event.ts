import { anObject, must, type Rule } from "../../base/option-rules.ts";
import { EVENT_TYPES, type EventType, SEVERITIES, type Severity } from "../../contract/events.ts";
import { isUuid } from "../../contract/uuid.ts";
import { ConfigurationError } from "../../errors.ts";
import type { DeliveryOutcome } from "../../types.ts";
import { contextOf } from "../context/call-context.ts";
import type { CallContext, MergedContext } from "../context/context.ts";
import type { Gate } from "../gate.ts";
import { awaitMasker } from "../masking/await-masker.ts";
import { KnownValues } from "../masking/known-values.ts";
import { type Concealed, conceal, maskedContext, textsOf } from "../masking/masked-context.ts";
import { isPromise, openSession } from "../masking/masker-session.ts";
import type { Reservation } from "../reservation.ts";
import type { EventFacts } from "./event.ts";
import { eventRecord } from "./event-record.ts";
import { handOver } from "./hand-over.ts";
import { WITHHELD } from "./withhold.ts";

/**
 * An event that belongs to no model call, for example a human override, a displayed badge or an
 * alert.
 */
export interface RecordedEvent
  extends Omit<CallContext, "clientEventId" | "signal" | "onLifecycle"> {
  /** `event_type` (specification, "Events"). */
  readonly eventType: EventType;
  /**
   * Default "error" for `error` events, else "info". `high` is never a default: only the app can
   * decide it.
   */
  readonly severity?: Severity | undefined;
  /** What the event is about. Masked, and truncated to 32,000 UTF-16 code units, like any event. */
  readonly input: string;
  /** The result; treated the same way. May be empty. */
  readonly output: string;
  /** The model's name. Not empty, because the contract requires one. */
  readonly model: string;
  /**
   * The lifecycle it belongs to, a UUID; sent as `metadata.client_event_id`. The event has its own
   * id. Default: the id of the context it is recorded in, if that has one.
   */
  readonly clientEventId?: string | undefined;
}

/**
 * Sends one event under a new `event_id`, without finalize. Handed over before this returns, unless
 * the masker is asynchronous.
 *
 * @throws ConfigurationError naming the field that is wrong; GuardedModelError `client_closed`.
 */
export function recordEvent(
  gate: Gate,
  recorded: RecordedEvent,
  reservation?: Reservation,
): Promise<DeliveryOutcome> {
  gate.services.active.assertOpen(reservation);
  assertRecorded(recorded);
  const facts = factsOf(gate, recorded);
  const shown = showable(gate, recorded, facts.context);
  const isLater = shown instanceof Promise;
  const outcome = isLater
    ? shown.then((texts) => submit(gate, { ...facts, ...texts }))
    : submit(gate, { ...facts, ...shown });
  if (isLater) gate.services.active.track(outcome);
  return outcome;
}

/** The same for an event with a reservation, which is released. */
export async function recordAnnounced(
  gate: Gate,
  recorded: RecordedEvent,
  reservation: Reservation,
): Promise<DeliveryOutcome> {
  try {
    return recordEvent(gate, recorded, reservation);
  } finally {
    // The event is handed over by now, or tracked so that flush and close wait for it.
    gate.services.active.release(reservation);
  }
}

/** Everything except the texts, at the time of the call. */
function factsOf(
  gate: Gate,
  recorded: RecordedEvent,
): Omit<EventFacts, "input" | "output" | "notes"> {
  const { eventType, severity, model, clientEventId, input: _, output: __, ...context } = recorded;
  const merged = contextOf(gate, context);
  return {
    eventId: gate.services.ids.fresh(),
    clientEventId: clientEventId ?? merged.claim?.id,
    eventType,
    severity: severity ?? (eventType === "error" ? "error" : "info"),
    model,
    context: merged,
    finalize: false,
    idGivenByCaller: false,
  };
}

function submit(gate: Gate, facts: EventFacts): Promise<DeliveryOutcome> {
  return handOver(gate.services.delivery, eventRecord(gate, facts), itself).received;
}

function itself(outcome: DeliveryOutcome): DeliveryOutcome {
  return outcome;
}

type Texts = Pick<EventFacts, "input" | "output" | "notes" | "context">;

/** The masked texts; without content if masking fails. */
function showable(
  gate: Gate,
  { input, output }: RecordedEvent,
  context: MergedContext,
): Texts | Promise<Texts> {
  const { masker, rules } = gate.services;
  if (masker === undefined) return { input, output, notes: {}, context };
  try {
    const { session, reserved } = openSession(masker, [input, output]);
    const shown = (concealed: Concealed): Texts => {
      const known = new KnownValues(session.vault);
      const hide = (text: string): string => known.hide(concealed.get(text) ?? text);
      const seen = maskedContext(context, session, concealed);
      return { input: hide(input), output: hide(output), notes: {}, context: seen };
    };
    const begin = () => conceal(session, [input, output, ...textsOf(context)]);
    const concealed = reserved === undefined ? begin() : reserved.then(begin);
    if (!isPromise(concealed)) return shown(concealed);
    const limits = { deadlineMs: rules.guardDeadlineMs, signal: undefined };
    return awaitMasker(limits, () => concealed)
      .then(shown)
      .catch(() => withheld(context));
  } catch {
    return withheld(context);
  }
}

function withheld(context: MergedContext): Texts {
  const notes = { withheld: "masking_failed" };
  return { input: WITHHELD, output: WITHHELD, notes, context: { ...context, metadata: undefined } };
}

const FIELDS: readonly string[] = [
  ...["eventType", "severity", "input", "output", "model", "clientEventId"],
  ...["userId", "requestIdentity", "clientCapabilities", "metadata"],
];

/** Of a call's context, which apps pass as it is. They have no effect here. */
const OF_CALLS = ["signal", "onLifecycle"];

const aText = must("be a string", (value) => typeof value === "string");

const REQUIRED = {
  eventType: wordOf(EVENT_TYPES),
  input: aText,
  output: aText,
  model: must("be a non-empty string", (value) => typeof value === "string" && value !== ""),
};
const OPTIONAL = { severity: wordOf(SEVERITIES), clientEventId: must("be a UUID", isUuid) };

function wordOf(words: readonly unknown[]): Rule {
  return must(`be one of ${words.join(", ")}`, (value) => words.includes(value));
}

function assertRecorded(recorded: RecordedEvent): void {
  const wrong = anObject(recorded);
  if (wrong !== undefined) refuse(`the event ${wrong.must}`);
  const known = [...FIELDS, ...OF_CALLS];
  for (const [name, value] of Object.entries(recorded)) {
    if (value === undefined || known.includes(name)) continue;
    refuse(`${name} is no known field; known are ${FIELDS.join(", ")}`);
  }
  const given = recorded as unknown as Readonly<Record<string, unknown>>;
  for (const [field, rule] of Object.entries({ ...REQUIRED, ...OPTIONAL })) {
    if (given[field] === undefined && field in OPTIONAL) continue;
    const violation = rule(given[field]);
    if (violation !== undefined) refuse(`${field} ${violation.must}`);
  }
}

function refuse(what: string): never {
  throw new ConfigurationError(`record: ${what}. Nothing was sent.`);
}
