import type { Attributes } from "@opentelemetry/api";
import { isUuid } from "../../contract/uuid.ts";
import { withoutUndefined } from "../../option-rules.ts";
import type { Coverage, DeliveryOutcome, GuardDecision } from "../../types.ts";
import type { ObservedCall, ObservedEnd, ObservedError } from "../observer.ts";
import { type Described, nameOf, OWN, wordOf } from "./convention.ts";

// Everything here is a number, an id or a word out of few: what can hold text stays outside.

/** Without those that have no value, which not every SDK leaves out by itself. */
function given(attributes: Attributes): Attributes {
  return withoutUndefined(attributes) as Attributes;
}

/** Known when a call begins, which is when samplers look. */
export function startAttributes(call: ObservedCall, described: Described): Attributes {
  return given({
    "gen_ai.operation.name": described.operation,
    "gen_ai.provider.name": described.provider,
    "gen_ai.request.model": described.model,
    [`${OWN}.client_event_id`]: call.clientEventId,
    [`${OWN}.operation`]: call.operation,
  });
}

/** Without `reason`, which may quote the prompt, and without the rewrite, which is one. */
export function decisionAttributes(decision: GuardDecision): Attributes {
  return given({
    [`${OWN}.decision.allowed`]: decision.allowed,
    [`${OWN}.decision.source`]: decision.source,
    [`${OWN}.decision.rewritten`]: decision.transformedInput !== undefined,
    [`${OWN}.decision.shadow_mode`]: flag(decision.shadowMode),
    [`${OWN}.decision.simulated`]: simulated(decision.simulatedDecision),
    [`${OWN}.guard_event_id`]: isUuid(decision.guardEventId) ? decision.guardEventId : undefined,
  });
}

function flag(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

/** The contract promises no type for it, so that only words which are surely no text are shown. */
function simulated(value: unknown): string | undefined {
  if (typeof value === "boolean") return value ? "allow" : "deny";
  const word = typeof value === "string" ? value.toLowerCase() : "";
  if (word === "allow" || word === "allowed") return "allow";
  return ["deny", "denied", "block", "blocked"].includes(word) ? "deny" : undefined;
}

/** How the call ended. */
export function endAttributes(end: ObservedEnd): Attributes {
  const { usage, finishReason, firstChunkMs } = end;
  const reason = wordOf(finishReason);
  return given({
    "gen_ai.response.model": nameOf(end.responseModel),
    "gen_ai.response.finish_reasons": reason === undefined ? undefined : [reason],
    "gen_ai.request.stream": firstChunkMs === undefined ? undefined : true,
    "gen_ai.response.time_to_first_chunk": seconds(firstChunkMs),
    "gen_ai.usage.input_tokens": countOf(usage?.inputTokens),
    "gen_ai.usage.output_tokens": countOf(usage?.outputTokens),
    "gen_ai.usage.cache_read.input_tokens": countOf(usage?.cachedInputTokens),
    "gen_ai.usage.reasoning.output_tokens": countOf(usage?.reasoningTokens),
    [`${OWN}.outcome`]: end.outcome,
    [`${OWN}.guard_ms`]: end.guardMs,
    [`${OWN}.provider_ms`]: end.providerMs,
    [`${OWN}.total_ms`]: end.totalMs,
    [`${OWN}.guard.failure`]: end.guardFailure,
    ...coverageAttributes(end.coverage),
    ...errorAttributes(end.error),
  });
}

function coverageAttributes(coverage: Coverage | undefined): Attributes {
  if (coverage === undefined) return {};
  const { complete, inspected, trusted, uninspected } = coverage;
  return {
    [`${OWN}.coverage.complete`]: complete,
    [`${OWN}.coverage.inspected.segments`]: inspected.segments,
    [`${OWN}.coverage.inspected.characters`]: inspected.characters,
    [`${OWN}.coverage.trusted.segments`]: trusted.segments,
    [`${OWN}.coverage.uninspected.parts`]: uninspected.reduce((sum, { count }) => sum + count, 0),
  };
}

function errorAttributes(error: ObservedError | undefined): Attributes {
  return {
    [`${OWN}.error.name`]: error?.name,
    [`${OWN}.error.status`]: error?.status,
    [`${OWN}.error.code`]: error?.code === undefined ? undefined : String(error.code),
  };
}

/** What became of an event. */
export function deliveryAttributes(eventId: string, outcome: DeliveryOutcome): Attributes {
  return given({
    [`${OWN}.event_id`]: eventId,
    [`${OWN}.delivery.status`]: outcome.status,
    [`${OWN}.delivery.reason`]: deliveryReason(outcome),
    [`${OWN}.delivery.attempts`]: outcome.attempts,
    [`${OWN}.delivery.ingest_ms`]: outcome.ingestMs,
    [`${OWN}.delivery.finalize`]: finalizeOf(outcome),
  });
}

/** One type of value for all three, as stores of attributes want it. */
function finalizeOf({ finalized }: DeliveryOutcome): string {
  if (finalized === "skipped") return finalized;
  return finalized ? "done" : "not_done";
}

/** Where the word is ours: of an event that was accepted, the service says why. */
export function deliveryReason({ status, reason }: DeliveryOutcome): string | undefined {
  return status === "dropped" || status === "rejected" ? wordOf(reason) : undefined;
}

/** A provider of the app's own may report anything. */
export function countOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}

/** The conventions count in seconds. */
export function seconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : ms / 1_000;
}
