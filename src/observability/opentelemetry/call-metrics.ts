import type { Attributes, Counter, Histogram, Meter } from "@opentelemetry/api";
import type { DeliveryOutcome, GuardDecision } from "../../types.ts";
import type { ObservedEnd } from "../observer.ts";
import { countOf, deliveryReason, given, seconds } from "./attributes.ts";
import { BoundedNames } from "./bounded-names.ts";
import { type Described, nameOf } from "./convention.ts";
import { failureOf, reachedProvider } from "./endings.ts";
import { GEN_AI, OWN } from "./names.ts";

/**
 * The histogram buckets that the convention recommends for durations
 * (`gen_ai.client.operation.duration`).
 */
const SECONDS = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
];

/** And for tokens (`gen_ai.client.token.usage`): powers of four. */
const TOKENS = Array.from({ length: 14 }, (_, power) => 4 ** power);

/** More models than an app uses, and few enough time series for a metrics backend. */
const MAX_MODELS = 200;

/** More kinds of errors than providers have. */
const MAX_ERRORS = 100;

/** The metrics of calls. No attribute is an id or has an unlimited number of values. */
export class CallMetrics {
  readonly #duration: Histogram;
  readonly #firstChunk: Histogram;
  readonly #tokens: Histogram;
  readonly #phases: Histogram;
  readonly #calls: Counter;
  readonly #decisions: Counter;
  readonly #deliveries: Counter;
  readonly #models = new BoundedNames(MAX_MODELS);
  readonly #errors = new BoundedNames(MAX_ERRORS);

  constructor(meter: Meter) {
    const inSeconds = { unit: "s", advice: { explicitBucketBoundaries: SECONDS } };
    this.#duration = meter.createHistogram("gen_ai.client.operation.duration", {
      ...inSeconds,
      description: "Duration of calls that were let through, their guard included.",
    });
    this.#firstChunk = meter.createHistogram("gen_ai.client.operation.time_to_first_chunk", {
      ...inSeconds,
      description: "Time from a call's approval to the first sign of its stream.",
    });
    this.#tokens = meter.createHistogram("gen_ai.client.token.usage", {
      unit: "{token}",
      advice: { explicitBucketBoundaries: TOKENS },
      description: "Tokens that providers counted.",
    });
    this.#phases = meter.createHistogram("guarded_model_client.phase.duration", {
      ...inSeconds,
      description: "Time that calls spent with the guard and with the provider.",
    });
    this.#calls = meter.createCounter("guarded_model_client.calls", {
      unit: "{call}",
      description: "Calls by how they ended.",
    });
    this.#decisions = meter.createCounter("guarded_model_client.decisions", {
      unit: "{decision}",
      description: "Decisions, by what was decided and who decided.",
    });
    this.#deliveries = meter.createCounter("guarded_model_client.deliveries", {
      unit: "{event}",
      description: "Events by what became of them.",
    });
  }

  decide(decision: GuardDecision): void {
    this.#decisions.add(1, {
      [OWN.allowed]: decision.allowed,
      [OWN.source]: decision.source,
      [OWN.rewritten]: decision.transformedInput !== undefined,
    });
  }

  end({ operation, provider, model }: Described, end: ObservedEnd): void {
    const base = given({
      [GEN_AI.operation]: operation,
      [GEN_AI.provider]: provider,
      [GEN_AI.requestModel]: this.#models.of(model),
    });
    const errorType = this.#errors.of(failureOf(end));
    const { outcome, guardFailure } = end;
    const ending = { [OWN.outcome]: outcome, [OWN.guardFailure]: guardFailure };
    this.#calls.add(1, given({ ...base, ...ending, [GEN_AI.errorType]: errorType }));
    const guardMs = end.guardMs ?? end.totalMs;
    this.#phases.record(guardMs / 1_000, { ...base, [OWN.phase]: "guard" });
    // If the provider was not called, there is no duration of an answer.
    if (reachedProvider(end)) this.#answered(base, end, errorType);
  }

  delivered(outcome: DeliveryOutcome): void {
    this.#deliveries.add(
      1,
      given({
        [OWN.deliveryStatus]: outcome.status,
        [OWN.deliveryReason]: deliveryReason(outcome),
      }),
    );
  }

  #answered(base: Attributes, end: ObservedEnd, errorType: string | undefined): void {
    const { usage, responseModel, firstChunkMs } = end;
    record(this.#phases, seconds(end.providerMs), { ...base, [OWN.phase]: "provider" });
    const model = this.#models.of(nameOf(responseModel));
    const all = model === undefined ? base : { ...base, [GEN_AI.responseModel]: model };
    const failed = errorType === undefined ? all : { ...all, [GEN_AI.errorType]: errorType };
    this.#duration.record(end.totalMs / 1_000, failed);
    record(this.#firstChunk, seconds(firstChunkMs), all);
    record(this.#tokens, countOf(usage?.inputTokens), { ...all, [GEN_AI.tokenType]: "input" });
    record(this.#tokens, countOf(usage?.outputTokens), { ...all, [GEN_AI.tokenType]: "output" });
  }
}

function record(histogram: Histogram, value: number | undefined, attributes: Attributes): void {
  if (value !== undefined) histogram.record(value, attributes);
}
