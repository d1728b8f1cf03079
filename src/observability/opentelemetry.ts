/**
 * The entry point `guarded-model-client/opentelemetry`: spans and metrics of guarded calls.
 * `@opentelemetry/api` is an optional peer, and this is the only place that loads it.
 */
// As a whole: the banner that gives bundles a `require` imports createRequire by its name.
import * as nodeModule from "node:module";
import { ConfigurationError } from "../errors.ts";
import { SDK_VERSION } from "../version.ts";
import type { Observer } from "./observer.ts";
import { CallMetrics } from "./opentelemetry/call-metrics.ts";
import { CallSpans } from "./opentelemetry/call-spans.ts";
import { describe, SCHEMA_URL } from "./opentelemetry/convention.ts";
import {
  checkOptions,
  type OpenTelemetryApi,
  type OpenTelemetryObserverOptions,
} from "./opentelemetry/options.ts";

export type { ObservedCall, Observer } from "./observer.ts";
export type { OpenTelemetryApi, OpenTelemetryObserverOptions };

/** Name of the instrumentation scope. */
const SCOPE = "guarded-model-client";

/**
 * Creates an observer for the option `observers` that reports every call as OpenTelemetry spans and
 * metrics, following the semantic conventions for generative AI (version 1.41, status
 * "Development").
 *
 * Each call is a span of kind CLIENT named `{operation} {model}`, a child of the span that is
 * active where the call is made. Its children are `guard` and `provider`, whose children are the
 * HTTP spans of your instrumentation. `deliver` is the delivery of the event: in the same trace,
 * after the end of the call, with a link to it. An error status means that a call failed; a denial
 * has none. No text of a prompt, an answer, a reason or an error is exported, and no key.
 *
 * Without a registered OpenTelemetry SDK it does nothing. Several clients may share one observer.
 *
 * @throws ConfigurationError naming the option that is wrong, or if `@opentelemetry/api` is not
 * installed.
 */
export function openTelemetryObserver(options: OpenTelemetryObserverOptions = {}): Observer {
  const { api = loadApi(), providerName, propagateContext = true } = checkOptions(options);
  const spans = spansOf(api, options);
  const metrics = metricsOf(api, options);
  return {
    onStart: (call) => spans?.start(call, describe(call, providerName)),
    onDecision(call, decision) {
      spans?.decide(call, decision);
      metrics?.().decide(decision);
    },
    onEnd(call, end) {
      spans?.end(call, end);
      metrics?.().end(describe(call, providerName), end);
    },
    onDelivery(eventId, outcome) {
      spans?.delivered(eventId, outcome);
      metrics?.().delivered(outcome);
    },
    ...(spans !== undefined && propagateContext
      ? { within: (call, step, run) => spans.within(call, step, run) }
      : undefined),
  };
}

function spansOf(
  api: OpenTelemetryApi,
  { tracer, tracerProvider = api.trace }: OpenTelemetryObserverOptions,
): CallSpans | undefined {
  if (tracer === false) return undefined;
  const make = () => tracerProvider.getTracer(SCOPE, SDK_VERSION, { schemaUrl: SCHEMA_URL });
  return new CallSpans(api, tracer === undefined ? once(make) : () => tracer);
}

/**
 * Created with the first call, because instruments created before the app registers its provider
 * would stay no-ops.
 */
function metricsOf(
  api: OpenTelemetryApi,
  { meter, meterProvider = api.metrics }: OpenTelemetryObserverOptions,
): (() => CallMetrics) | undefined {
  if (meter === false) return undefined;
  const make = () => meterProvider.getMeter(SCOPE, SDK_VERSION, { schemaUrl: SCHEMA_URL });
  return once(() => new CallMetrics(meter ?? make()));
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/**
 * Loaded by name at run time, so that the entry point can be imported without it and report what is
 * missing. In a bundle it is never found, installed or not.
 */
function loadApi(): OpenTelemetryApi {
  try {
    return nodeModule.createRequire(import.meta.url)("@opentelemetry/api") as OpenTelemetryApi;
  } catch {
    throw new ConfigurationError(
      "guarded-model-client/opentelemetry needs the package @opentelemetry/api, which is not found here. Run: npm install @opentelemetry/api. In a bundle, pass it as the option api",
    );
  }
}
