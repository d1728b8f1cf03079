import type { EventRecord } from "../../delivery/delivery.ts";
import type { Answer } from "../../providers/provider.ts";
import type { Gate } from "../gate.ts";
import { coverageMetadata } from "../guard/coverage.ts";
import type { LifecycleRecord } from "../lifecycle.ts";
import { observeEnd } from "../observe-end.ts";
import { endNote } from "./error-note.ts";
import type { EventFacts } from "./event.ts";
import { eventRecord } from "./event-record.ts";
import { firstChunkMs } from "./first-chunk.ts";
import { type HandedOver, handOver } from "./hand-over.ts";
import { WITHHELD } from "./withhold.ts";

/** How an approved call ended. */
export interface Ending {
  readonly outcome: "complete" | "error" | "cancelled" | "interrupted";
  readonly answer: Answer;
  /** The provider's error. Its text is never used. */
  readonly error?: unknown;
  /** Why the output must not be shown, if so. */
  readonly withheld?: string | undefined;
  /** Whether the answer was streamed, if known. */
  readonly streamed?: boolean | undefined;
}

const KIND_OF_ENDING = {
  complete: { eventType: "complete", severity: "info" },
  cancelled: { eventType: "complete", severity: "warning" },
  error: { eventType: "error", severity: "error" },
  interrupted: { eventType: "error", severity: "error" },
} as const;

/**
 * The terminal report of an approved lifecycle: builds its event and hands it to delivery. Only the
 * first report counts, because the possible ends of a stream race; later ones return undefined.
 */
export function report(
  gate: Gate,
  record: LifecycleRecord,
  ending: Ending,
): HandedOver<void> | undefined {
  if (record.state !== "approved") return undefined;
  record.move("reported");
  // Releases the request, which the closure refers to.
  record.abandon = undefined;
  const { services } = gate;
  const shown = showable(record, ending);
  const submission =
    shown instanceof Promise ? submitLater(gate, record, shown) : submit(gate, record, shown);
  services.keepAlive(submission.received);
  return submission;
}

function submit(gate: Gate, record: LifecycleRecord, ending: Ending): HandedOver<void> {
  const { delivery, active } = gate.services;
  const event = eventOf(gate, record, ending);
  // Before the event is handed over, because a custom delivery may fail at once, which ends the
  // lifecycle. Who waits for the outcome, as a closing client does, gets it afterwards.
  record.outcome.resolve(ending.outcome);
  const submission = handOver(delivery, event, (outcome) => {
    record.delivery.resolve(outcome);
    active.remove(record);
  });
  // Releases the prompt, which the event now contains.
  record.sentInput = "";
  observeEnd(gate, record, ending);
  return submission;
}

/** For asynchronous maskers. The wait is worthwhile only if the delivery survives the process. */
function submitLater(
  gate: Gate,
  record: LifecycleRecord,
  shown: Promise<Ending>,
): HandedOver<void> {
  const submission = shown.then((ending) => submit(gate, record, ending));
  const survives = gate.services.delivery.note !== undefined;
  return {
    stored: survives ? submission.then(({ stored }) => stored) : undefined,
    received: submission.then(({ received }) => received),
  };
}

/** The ending with a masked output, or without one if masking fails. */
function showable(record: LifecycleRecord, ending: Ending): Ending | Promise<Ending> {
  const { masking } = record;
  if (masking === undefined || ending.answer.output === "") return ending;
  const masked = masking.maskLater(ending.answer.output);
  return masked instanceof Promise
    ? masked.then((output) => withOutput(ending, output))
    : withOutput(ending, masked);
}

function withOutput(ending: Ending, output: string | undefined): Ending {
  if (output === undefined) return { ...ending, withheld: "masking_failed" };
  return { ...ending, answer: { ...ending.answer, output } };
}

/** The event of this call if it ended now, like this. */
export function eventOf(gate: Gate, record: LifecycleRecord, ending: Ending): EventRecord {
  return eventRecord(gate, factsOf(gate, record, ending));
}

function factsOf(gate: Gate, record: LifecycleRecord, given: Ending): EventFacts {
  const { start, approvedBy, masking } = record;
  const context = masking === undefined ? start.context : masking.context(start.context);
  const ending = context === undefined ? { ...given, withheld: "masking_failed" } : given;
  const { answer } = ending;
  const { eventType, severity } = KIND_OF_ENDING[ending.outcome];
  return {
    eventId: start.clientEventId,
    clientEventId: start.clientEventId,
    guardEventId: approvedBy?.guardEventId,
    eventType,
    severity,
    input: record.sentInput,
    output: withheldOf(ending) === undefined ? answer.output : WITHHELD,
    omittedLength: answer.omittedLength,
    model: answer.model || start.model || UNKNOWN_MODEL,
    usage: answer.usage,
    latencyMs: gate.services.clock.monotonic() - start.at,
    context: context ?? { ...start.context, metadata: undefined },
    notes: notesOf(gate, record, ending),
    finalize: true,
    idGivenByCaller: start.idGivenByCaller,
  };
}

/** An unreadable answer must not look like an empty one. */
function withheldOf({ withheld, answer }: Ending): string | undefined {
  return withheld ?? (answer.unreadable ? "answer_unreadable" : undefined);
}

/** The contract requires a model, and a request may name none. */
const UNKNOWN_MODEL = "unknown";

function notesOf(gate: Gate, record: LifecycleRecord, ending: Ending): Record<string, unknown> {
  const now = gate.services.clock.monotonic();
  const { start, approvedAt } = record;
  return {
    outcome: ending.outcome,
    operation: start.operation,
    attempt: start.attempt,
    guard_ms: Math.round(approvedAt - start.at),
    provider_ms: Math.round(now - approvedAt),
    first_chunk_ms: firstChunkMs(record, ending),
    finish_reason: ending.answer.finishReason,
    parent_client_event_id: start.parentClientEventId,
    fallback: record.fallback,
    coverage: record.coverage === undefined ? undefined : coverageMetadata(record.coverage),
    withheld: withheldOf(ending),
    error: endNote(ending),
  };
}
