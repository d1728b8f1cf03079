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

/** Options of `openTelemetryObserver`. Every one may also be `undefined`, which means its default. */
export interface OpenTelemetryObserverOptions {
  /** Makes the spans. `false`: there are none. Default: one of `tracerProvider`. */
  readonly tracer?: Tracer | false | undefined;
  /** Default: the one that is registered globally. */
  readonly tracerProvider?: TracerProvider | undefined;
  /** Counts. `false`: nothing is counted. Default: one of `meterProvider`. */
  readonly meter?: Meter | false | undefined;
  /** Default: the one that is registered globally when the first call is made. */
  readonly meterProvider?: MeterProvider | undefined;
  /**
   * Who answers a call, for `gen_ai.provider.name`, in the words of the convention (`openai`,
   * `aws.bedrock`, ...). Default: what the call's operation tells, which for formats that many
   * serve (embeddings, models called by a function) is nothing. Few different ones: it is an
   * attribute of metrics too.
   */
  readonly providerName?: ((call: ObservedCall) => string | undefined) | undefined;
  /**
   * Whether HTTP spans of the guard's and the provider's requests become children of the call's:
   * both are made in a context of their own for it. Default true.
   */
  readonly propagateContext?: boolean | undefined;
  /**
   * `@opentelemetry/api` itself, for programs that are bundled into one file, where it cannot be
   * found by its name. Default: the one that is installed.
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
