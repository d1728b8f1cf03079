import type { Context, Span, Tracer } from "@opentelemetry/api";
import type { DeliveryOutcome, GuardDecision } from "../../types.ts";
import type { ObservedCall, ObservedEnd, ObservedStep } from "../observer.ts";
import {
  decisionAttributes,
  deliveryAttributes,
  deliveryReason,
  endAttributes,
  startAttributes,
} from "./attributes.ts";
import { BoundedMap } from "./bounded-map.ts";
import { OTHER } from "./bounded-names.ts";
import type { Described } from "./convention.ts";
import { failureOf, reachedProvider } from "./endings.ts";
import { type Moment, now, nowFrom, presentFrom } from "./moments.ts";
import { GEN_AI } from "./names.ts";
import type { OpenTelemetryApi } from "./options.ts";

/**
 * Maximum number of running calls, and of ended calls with a pending event: more than one process
 * has, and little enough memory.
 */
const MAX_KEPT = 20_000;

/** A running call. */
interface RunningCall {
  readonly began: Moment;
  readonly span: Span;
  /** The caller's context, with the call's span in it. */
  readonly context: Context;
  readonly guard: Span;
  provider: Span | undefined;
  /**
   * When the provider was first called, which ends the guard phase, in milliseconds since the Unix
   * epoch.
   */
  called: number | undefined;
  /** The outcome of an event that came before the call's end: one that was dropped at once. */
  delivered: DeliveryOutcome | undefined;
}

/**
 * A call that has ended and whose event is pending. Without its span, which would keep its
 * attributes in memory.
 */
interface Awaited {
  readonly context: Context;
  readonly ended: Moment;
}

/**
 * The spans of calls: one for each call, `guard` and `provider` below it, and `deliver` after it.
 */
export class CallSpans {
  readonly #api: OpenTelemetryApi;
  readonly #tracer: () => Tracer;
  readonly #running = new BoundedMap<RunningCall>(MAX_KEPT, abandon);
  readonly #awaited = new BoundedMap<Awaited>(MAX_KEPT, () => undefined);

  constructor(api: OpenTelemetryApi, tracer: () => Tracer) {
    this.#api = api;
    this.#tracer = tracer;
  }

  /** Number of calls and events held. */
  get kept(): number {
    return this.#running.size + this.#awaited.size;
  }

  /** Uses the active context as parent, so that the call's span is below the app's current one. */
  start(call: ObservedCall, described: Described): void {
    const { context, trace, SpanKind } = this.#api;
    const began = now();
    const parent = context.active();
    const { operation, model } = described;
    const span = this.#tracer().startSpan(
      model === undefined ? operation : `${operation} ${model}`,
      {
        kind: SpanKind.CLIENT,
        startTime: began.wall,
        attributes: startAttributes(call, described),
      },
      parent,
    );
    const own = trace.setSpan(parent, span);
    const guard = this.#phase("guard", began.wall, { span, context: own });
    this.#running.set(call.clientEventId, {
      began,
      span,
      context: own,
      guard,
      provider: undefined,
      called: undefined,
      delivered: undefined,
    });
  }

  /**
   * The decision is set on both spans: on `guard`, where it was made, and on the call's, which
   * people search.
   */
  decide({ clientEventId }: ObservedCall, decision: GuardDecision): void {
    const running = this.#running.get(clientEventId);
    if (running === undefined || !running.span.isRecording()) return;
    const attributes = decisionAttributes(decision);
    running.guard.setAttributes(attributes);
    running.span.setAttributes(attributes);
  }

  /** Runs a step with its span as the active one. */
  within({ clientEventId }: ObservedCall, step: ObservedStep, run: () => void): void {
    const running = this.#running.get(clientEventId);
    if (running === undefined) return;
    const span = step === "guard" ? running.guard : this.#providerOf(running);
    const { context, trace } = this.#api;
    context.with(trace.setSpan(running.context, span), run);
  }

  end({ clientEventId }: ObservedCall, end: ObservedEnd): void {
    const running = this.#running.take(clientEventId);
    if (running === undefined) return;
    const ended = nowFrom(running.began);
    this.#endPhases(running, end, ended.wall);
    const { span } = running;
    if (span.isRecording()) span.setAttributes(endAttributes(end));
    this.#fail(span, failureOf(end));
    span.end(ended.wall);
    const awaited = { context: this.#linkable(running), ended };
    if (running.delivered !== undefined) this.#deliver(clientEventId, running.delivered, awaited);
    else if (reachedProvider(end)) this.#awaited.set(clientEventId, awaited);
  }

  /** The event may be of a call, or unknown here: one of `record`, or of an earlier process. */
  delivered(eventId: string, outcome: DeliveryOutcome): void {
    const running = this.#running.get(eventId);
    if (running !== undefined) running.delivered = outcome;
    else this.#deliver(eventId, outcome, this.#awaited.take(eventId));
  }

  /** The first attempt starts the span; later attempts run inside it. */
  #providerOf(running: RunningCall): Span {
    running.called ??= presentFrom(running.began);
    running.provider ??= this.#phase("provider", running.called, running);
    return running.provider;
  }

  /**
   * If the call is not sampled, its own span, which is not ended here, stands in for the phases.
   */
  #phase(
    name: string,
    startTime: number,
    { span, context }: Pick<RunningCall, "span" | "context">,
  ): Span {
    return span.isRecording() ? this.#tracer().startSpan(name, { startTime }, context) : span;
  }

  /**
   * Ends the phases. The guard's span ends only now, with its true end time, because a failure in
   * it is not known before.
   */
  #endPhases(running: RunningCall, end: ObservedEnd, ended: number): void {
    const { guard, began } = running;
    if (reachedProvider(end)) {
      // A provider call that cannot be wrapped still reports when it was approved.
      running.called ??= Math.min(began.wall + (end.guardMs ?? 0), ended);
      const provider = this.#providerOf(running);
      if (end.outcome === "error") this.#fail(provider, failureOf(end));
      provider.end(ended);
    }
    const brokenMasker = end.outcome === "denied" ? failureOf(end) : undefined;
    this.#fail(guard, end.guardFailure ?? brokenMasker);
    guard.end(running.called ?? ended);
  }

  /**
   * In the call's trace, so that it is sampled like the call, with a link to the call's span, which
   * has ended. In no trace if the call is unknown: the active context would be that of an arbitrary
   * request.
   */
  #deliver(eventId: string, outcome: DeliveryOutcome, call: Awaited | undefined): void {
    const { trace, ROOT_CONTEXT, TraceFlags } = this.#api;
    const link = call && trace.getSpanContext(call.context);
    if (link !== undefined && (link.traceFlags & TraceFlags.SAMPLED) === 0) return;
    const ended = call === undefined ? Date.now() : presentFrom(call.ended);
    const span = this.#tracer().startSpan(
      "deliver",
      {
        startTime: call?.ended.wall ?? ended - (outcome.ingestMs ?? 0),
        links: link === undefined ? [] : [{ context: link }],
        attributes: deliveryAttributes(eventId, outcome),
      },
      call?.context ?? ROOT_CONTEXT,
    );
    this.#fail(span, lossOf(outcome));
    span.end(ended);
  }

  /**
   * A context with the span only, because the caller's context may be large and is no longer
   * needed.
   */
  #linkable({ span }: RunningCall): Context {
    const { trace, ROOT_CONTEXT } = this.#api;
    return trace.setSpanContext(ROOT_CONTEXT, span.spanContext());
  }

  /** Without a message, which could only be free text. */
  #fail(span: Span, errorType: string | undefined): void {
    if (errorType === undefined) return;
    span.setAttribute(GEN_AI.errorType, errorType);
    span.setStatus({ code: this.#api.SpanStatusCode.ERROR });
  }
}

/** The error type of telemetry that is lost for good. */
function lossOf(outcome: DeliveryOutcome): string | undefined {
  const lost = outcome.status === "dropped" || outcome.status === "rejected";
  return lost ? (deliveryReason(outcome) ?? OTHER) : undefined;
}

/**
 * Ends the spans of a call whose end never came, or whose id was used again, with what is known.
 */
function abandon({ span, guard, provider, began, called }: RunningCall): void {
  const ended = presentFrom(began);
  guard.end(called ?? ended);
  provider?.end(ended);
  span.end(ended);
}
