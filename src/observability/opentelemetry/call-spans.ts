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

/** Calls under way, and calls whose event is: above what one process does, below what it can hold. */
const MAX_KEPT = 20_000;

/** A call under way. */
interface RunningCall {
  readonly began: Moment;
  readonly span: Span;
  /** The caller's, with the call's span in it. */
  readonly context: Context;
  readonly guard: Span;
  provider: Span | undefined;
  /** When the provider was called first, and the guard's phase was over. Milliseconds since the epoch. */
  called: number | undefined;
  /** Of an event that was told of before its call's end: one that was dropped at once. */
  delivered: DeliveryOutcome | undefined;
}

/** A call that has ended, and whose event is on its way. No span: it would hold its attributes. */
interface Awaited {
  readonly context: Context;
  readonly ended: Moment;
}

/** The spans of calls: one for each, `guard` and `provider` below it, and `deliver` after it. */
export class CallSpans {
  readonly #api: OpenTelemetryApi;
  readonly #tracer: () => Tracer;
  readonly #running = new BoundedMap<RunningCall>(MAX_KEPT, abandon);
  readonly #awaited = new BoundedMap<Awaited>(MAX_KEPT, () => undefined);

  constructor(api: OpenTelemetryApi, tracer: () => Tracer) {
    this.#api = api;
    this.#tracer = tracer;
  }

  /** How many calls and events are kept in mind. */
  get kept(): number {
    return this.#running.size + this.#awaited.size;
  }

  /** The caller's context is the active one: the call's span belongs below what the app is doing. */
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

  /** What was decided stands on both: one is where it happened, the other what people search in. */
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

  /** Of a call, or of an event that nobody here knows: one of `record`, or of an earlier process. */
  delivered(eventId: string, outcome: DeliveryOutcome): void {
    const running = this.#running.get(eventId);
    if (running !== undefined) running.delivered = outcome;
    else this.#deliver(eventId, outcome, this.#awaited.take(eventId));
  }

  /** The first attempt begins it; the others are made inside of it. */
  #providerOf(running: RunningCall): Span {
    running.called ??= presentFrom(running.began);
    running.provider ??= this.#phase("provider", running.called, running);
    return running.provider;
  }

  /** A call that is not recorded has no phases: its own span, which nothing ends, stands for them. */
  #phase(
    name: string,
    startTime: number,
    { span, context }: Pick<RunningCall, "span" | "context">,
  ): Span {
    return span.isRecording() ? this.#tracer().startSpan(name, { startTime }, context) : span;
  }

  /** The guard's ends only now, with its true end: what failed in it is not told before. */
  #endPhases(running: RunningCall, end: ObservedEnd, ended: number): void {
    const { guard, began } = running;
    if (reachedProvider(end)) {
      // Who calls the provider where nobody can be put around still tells when it was let through.
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
   * In the call's trace, so that it is sampled as the call was, with a link to the call's span,
   * which had ended by then. Outside of any trace where the call is not known: what is active
   * when an event goes out is whatever request came by.
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

  /** Without anything of the caller's context, which may be large and is over. */
  #linkable({ span }: RunningCall): Context {
    const { trace, ROOT_CONTEXT } = this.#api;
    return trace.setSpanContext(ROOT_CONTEXT, span.spanContext());
  }

  /** Without a message, which could be nothing but a text. */
  #fail(span: Span, errorType: string | undefined): void {
    if (errorType === undefined) return;
    span.setAttribute(GEN_AI.errorType, errorType);
    span.setStatus({ code: this.#api.SpanStatusCode.ERROR });
  }
}

/** Telemetry that is gone for good. */
function lossOf(outcome: DeliveryOutcome): string | undefined {
  const lost = outcome.status === "dropped" || outcome.status === "rejected";
  return lost ? (deliveryReason(outcome) ?? OTHER) : undefined;
}

/** A call whose end never came, or whose id was used again. What is known of it is shown. */
function abandon({ span, guard, provider, began, called }: RunningCall): void {
  const ended = presentFrom(began);
  guard.end(called ?? ended);
  provider?.end(ended);
  span.end(ended);
}
