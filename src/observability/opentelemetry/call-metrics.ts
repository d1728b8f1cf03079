import type { Attributes, Counter, Histogram, Meter } from "@opentelemetry/api";
import type { DeliveryOutcome, GuardDecision } from "../../types.ts";
import type { ObservedEnd } from "../observer.ts";
import { countOf, deliveryReason, seconds } from "./attributes.ts";
import { BoundedNames } from "./bounded-names.ts";
import { type Described, nameOf, OWN } from "./convention.ts";
import { failureOf, reachedProvider } from "./endings.ts";

/** The buckets that the convention recommends for durations (`gen_ai.client.operation.duration`). */
const SECONDS = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
];

/** And for tokens (`gen_ai.client.token.usage`): powers of four. */
const TOKENS = Array.from({ length: 14 }, (_, power) => 4 ** power);

/** More models than an app has, fewer time series than a store of metrics minds. */
const MOST_MODELS = 200;

/** More kinds of errors than providers have. */
const MOST_ERRORS = 100;

/** What is counted of calls. No id ever is an attribute here, and no value comes in any number. */
export class CallMetrics {
  readonly #duration: Histogram;
  readonly #firstChunk: Histogram;
  readonly #tokens: Histogram;
  readonly #phases: Histogram;
  readonly #calls: Counter;
  readonly #decisions: Counter;
  readonly #deliveries: Counter;
  readonly #models = new BoundedNames(MOST_MODELS);
  readonly #errors = new BoundedNames(MOST_ERRORS);

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
    this.#phases = meter.createHistogram(`${OWN}.phase.duration`, {
      ...inSeconds,
      description: "Time that calls spent with the guard and with the provider.",
    });
    this.#calls = meter.createCounter(`${OWN}.calls`, {
      unit: "{call}",
      description: "Calls by how they ended.",
    });
    this.#decisions = meter.createCounter(`${OWN}.decisions`, {
      unit: "{decision}",
      description: "Decisions, by what was decided and who decided.",
    });
    this.#deliveries = meter.createCounter(`${OWN}.deliveries`, {
      unit: "{event}",
      description: "Events by what became of them.",
    });
  }

  decide(decision: GuardDecision): void {
    this.#decisions.add(1, {
      [`${OWN}.decision.allowed`]: decision.allowed,
      [`${OWN}.decision.source`]: decision.source,
      [`${OWN}.decision.rewritten`]: decision.transformedInput !== undefined,
    });
  }

  end(described: Described, end: ObservedEnd): void {
    const base = this.#base(described);
    const errorType = this.#errors.of(failureOf(end));
    const failed = errorType === undefined ? undefined : { "error.type": errorType };
    this.#calls.add(1, { ...base, ...failed, ...causeOf(end), [`${OWN}.outcome`]: end.outcome });
    this.#phase("guard", base, end.guardMs ?? end.totalMs);
    // A model that was never asked has taken no time.
    if (!reachedProvider(end)) return;
    this.#phase("provider", base, end.providerMs);
    const answered = this.#answered(base, end.responseModel);
    this.#duration.record(end.totalMs / 1_000, { ...answered, ...failed });
    record(this.#firstChunk, seconds(end.firstChunkMs), answered);
    const { inputTokens, outputTokens } = end.usage ?? {};
    record(this.#tokens, countOf(inputTokens), { ...answered, "gen_ai.token.type": "input" });
    record(this.#tokens, countOf(outputTokens), { ...answered, "gen_ai.token.type": "output" });
  }

  delivered(outcome: DeliveryOutcome): void {
    const reason = deliveryReason(outcome);
    this.#deliveries.add(1, {
      [`${OWN}.delivery.status`]: outcome.status,
      ...(reason === undefined ? undefined : { [`${OWN}.delivery.reason`]: reason }),
    });
  }

  #base({ operation, provider, model }: Described): Attributes {
    const known = this.#models.of(model);
    return {
      "gen_ai.operation.name": operation,
      ...(provider === undefined ? undefined : { "gen_ai.provider.name": provider }),
      ...(known === undefined ? undefined : { "gen_ai.request.model": known }),
    };
  }

  #answered(base: Attributes, responseModel: string | undefined): Attributes {
    const model = this.#models.of(nameOf(responseModel));
    return model === undefined ? base : { ...base, "gen_ai.response.model": model };
  }

  #phase(phase: "guard" | "provider", base: Attributes, ms: number | undefined): void {
    record(this.#phases, seconds(ms), { ...base, [`${OWN}.phase`]: phase });
  }
}

/** Why the guard gave no decision, where it gave none. */
function causeOf({ guardFailure }: ObservedEnd): Attributes | undefined {
  return guardFailure === undefined ? undefined : { [`${OWN}.guard.failure`]: guardFailure };
}

function record(histogram: Histogram, value: number | undefined, attributes: Attributes): void {
  if (value !== undefined) histogram.record(value, attributes);
}
