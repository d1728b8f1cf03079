import type { Attributes } from "@opentelemetry/api";
import { isUuid } from "../../contract/uuid.ts";
import type { DeliveryOutcome, GuardDecision } from "../../types.ts";
import type { ObservedCall, ObservedEnd } from "../observer.ts";
import { type Described, nameOf, wordOf } from "./convention.ts";
import { GEN_AI, OWN } from "./names.ts";

// Only numbers, ids and words of a fixed set, never free text.

/** Without undefined values, which not every SDK leaves out by itself. */
export function given(attributes: Attributes): Attributes {
  const own: Attributes = {};
  for (const name in attributes) {
    const value = attributes[name];
    if (value !== undefined) own[name] = value;
  }
  return own;
}

/** The attributes known when a call starts, which is when samplers decide. */
export function startAttributes(call: ObservedCall, described: Described): Attributes {
  return given({
    [GEN_AI.operation]: described.operation,
    [GEN_AI.provider]: described.provider,
    [GEN_AI.requestModel]: described.model,
    [OWN.clientEventId]: call.clientEventId,
    [OWN.operation]: call.operation,
  });
}

/** Without the reason, which may quote the prompt, and without the rewrite. */
export function decisionAttributes(decision: GuardDecision): Attributes {
  return given({
    [OWN.allowed]: decision.allowed,
    [OWN.source]: decision.source,
    [OWN.rewritten]: decision.transformedInput !== undefined,
    [OWN.shadowMode]: flag(decision.shadowMode),
    [OWN.simulated]: simulated(decision.simulatedDecision),
    [OWN.guardEventId]: isUuid(decision.guardEventId) ? decision.guardEventId : undefined,
  });
}

function flag(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

/** The contract defines no type for it, so only values that cannot be free text are exported. */
function simulated(value: unknown): string | undefined {
  if (typeof value === "boolean") return value ? "allow" : "deny";
  const word = typeof value === "string" ? value.toLowerCase() : "";
  if (word === "allow" || word === "allowed") return "allow";
  return ["deny", "denied", "block", "blocked"].includes(word) ? "deny" : undefined;
}

/** The attributes known when a call has ended. */
export function endAttributes(end: ObservedEnd): Attributes {
  const { usage, coverage, error, firstChunkMs } = end;
  const reason = wordOf(end.finishReason);
  const code = error?.code;
  return given({
    [GEN_AI.responseModel]: nameOf(end.responseModel),
    [GEN_AI.finishReasons]: reason === undefined ? undefined : [reason],
    [GEN_AI.stream]: firstChunkMs === undefined ? undefined : true,
    [GEN_AI.timeToFirstChunk]: seconds(firstChunkMs),
    [GEN_AI.inputTokens]: countOf(usage?.inputTokens),
    [GEN_AI.outputTokens]: countOf(usage?.outputTokens),
    [GEN_AI.cachedInputTokens]: countOf(usage?.cachedInputTokens),
    [GEN_AI.reasoningTokens]: countOf(usage?.reasoningTokens),
    [OWN.outcome]: end.outcome,
    [OWN.guardMs]: end.guardMs,
    [OWN.providerMs]: end.providerMs,
    [OWN.totalMs]: end.totalMs,
    [OWN.guardFailure]: end.guardFailure,
    [OWN.complete]: coverage?.complete,
    [OWN.inspectedSegments]: coverage?.inspected.segments,
    [OWN.inspectedCharacters]: coverage?.inspected.characters,
    [OWN.trustedSegments]: coverage?.trusted.segments,
    [OWN.uninspectedParts]: coverage?.uninspected.reduce((sum, { count }) => sum + count, 0),
    [OWN.errorName]: error?.name,
    [OWN.errorStatus]: error?.status,
    [OWN.errorCode]: code === undefined ? undefined : String(code),
  });
}

/** The attributes of an event's delivery. */
export function deliveryAttributes(eventId: string, outcome: DeliveryOutcome): Attributes {
  return given({
    [OWN.eventId]: eventId,
    [OWN.deliveryStatus]: outcome.status,
    [OWN.deliveryReason]: deliveryReason(outcome),
    [OWN.deliveryAttempts]: outcome.attempts,
    [OWN.deliveryIngestMs]: outcome.ingestMs,
    [OWN.deliveryFinalize]: finalizeOf(outcome),
  });
}

/** Always a string, because backends expect one type per attribute. */
function finalizeOf({ finalized }: DeliveryOutcome): string {
  if (finalized === "skipped") return finalized;
  return finalized ? "done" : "not_done";
}

/** Only reasons of this library: for an accepted event, the reason is the service's. */
export function deliveryReason({ status, reason }: DeliveryOutcome): string | undefined {
  return status === "dropped" || status === "rejected" ? wordOf(reason) : undefined;
}

/** A custom provider may report anything. */
export function countOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}

/** The conventions use seconds. */
export function seconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : ms / 1_000;
}
