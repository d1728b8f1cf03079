import type { Meter, MeterProvider, Tracer, TracerProvider } from "@opentelemetry/api";
import {
  aBoolean,
  aFunction,
  assertOptions,
  hasMethod,
  must,
  type Rule,
  strictObject,
} from "../../base/option-rules.ts";
import type { ObservedCall } from "../observer.ts";

/** What this package uses of `@opentelemetry/api`. */
export type OpenTelemetryApi = Pick<
  typeof import("@opentelemetry/api"),
  "context" | "metrics" | "trace" | "ROOT_CONTEXT" | "SpanKind" | "SpanStatusCode" | "TraceFlags"
>;

/** Options of `openTelemetryObserver`. `undefined` means the default. */
export interface OpenTelemetryObserverOptions {
  /** Creates the spans. `false` disables spans. Default: a tracer of `tracerProvider`. */
  readonly tracer?: Tracer | false | undefined;
  /** Default: the one that is registered globally. */
  readonly tracerProvider?: TracerProvider | undefined;
  /** Creates the metrics. `false` disables metrics. Default: a meter of `meterProvider`. */
  readonly meter?: Meter | false | undefined;
  /** Default: the one that is registered globally when the first call is made. */
  readonly meterProvider?: MeterProvider | undefined;
  /**
   * Returns `gen_ai.provider.name` for a call, in the convention's words (`openai`, `aws.bedrock`,
   * ...). Default: derived from the call's operation, and undefined for formats that many providers
   * share (embeddings, models called by a function). Return few different values, because it is an
   * attribute of metrics too.
   */
  readonly providerName?: ((call: ObservedCall) => string | undefined) | undefined;
  /**
   * Whether the HTTP spans of guard and provider requests become children of the call's spans, for
   * which both are made in an async context of their own. Default true.
   */
  readonly propagateContext?: boolean | undefined;
  /**
   * `@opentelemetry/api` itself, for programs bundled into one file, where it cannot be loaded by
   * name. Default: the installed one.
   */
  readonly api?: OpenTelemetryApi | undefined;
}

const orFalse = (be: string, holds: (value: unknown) => boolean): Rule =>
  must(`be ${be}, or false`, (value) => value === false || holds(value));

const OPTIONS = strictObject({
  tracer: orFalse("a Tracer", hasMethod("startSpan")),
  tracerProvider: must("be a TracerProvider", hasMethod("getTracer")),
  meter: orFalse("a Meter", hasMethod("createHistogram")),
  meterProvider: must("be a MeterProvider", hasMethod("getMeter")),
  providerName: aFunction,
  propagateContext: aBoolean,
  api: must("be what @opentelemetry/api exports", hasApi),
});

function hasApi(value: unknown): boolean {
  const { trace, context, metrics } = (value ?? {}) as Partial<OpenTelemetryApi>;
  return (
    hasMethod("getTracer")(trace) && hasMethod("active")(context) && hasMethod("getMeter")(metrics)
  );
}

/** @throws ConfigurationError naming the option that is wrong. */
export function checkOptions(options: OpenTelemetryObserverOptions): OpenTelemetryObserverOptions {
  assertOptions("openTelemetryObserver", OPTIONS, options);
  return options;
}
