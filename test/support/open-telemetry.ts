import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import {
  type Context,
  type ContextManager,
  context,
  metrics,
  ROOT_CONTEXT,
  SpanKind,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";

/** A data point of a metric. */
export interface Point {
  readonly name: string;
  readonly unit: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly value: unknown;
}

/** The real SDKs, registered globally as an app does it, exporting to memory. */
export interface Telemetry {
  readonly tracer: Tracer;
  /** The ended spans, in order. */
  spans(): readonly ReadableSpan[];
  /** The only span with this name. */
  span(name: string): ReadableSpan;
  points(): Promise<readonly Point[]>;
  /** Everything that was exported, as one text. */
  exported(): Promise<string>;
  reset(): void;
  close(): Promise<void>;
}

/** Registers the SDKs and a context manager. */
export function startTelemetry(): Telemetry {
  const memory = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(memory)] });
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const meterProvider = new MeterProvider({ readers: [reader] });
  context.setGlobalContextManager(new LocalContexts());
  trace.setGlobalTracerProvider(provider);
  metrics.setGlobalMeterProvider(meterProvider);
  const points = async (): Promise<Point[]> => {
    const { resourceMetrics } = await reader.collect();
    return resourceMetrics.scopeMetrics
      .flatMap((scope) => scope.metrics)
      .flatMap(({ descriptor: { name, unit }, dataPoints }) =>
        dataPoints.map(({ attributes, value }) => ({ name, unit, attributes, value })),
      );
  };
  const spans = () => memory.getFinishedSpans();
  return {
    tracer: provider.getTracer("the app"),
    spans,
    span: (name) => {
      const [span, ...others] = spans().filter((each) => each.name === name);
      if (span === undefined || others.length > 0) {
        throw new Error(`not one span ${name} among ${spans().map((each) => each.name)}`);
      }
      return span;
    },
    points,
    exported: async () => JSON.stringify([spans().map(textOf), await points()]),
    reset: () => memory.reset(),
    close: async () => {
      await Promise.all([provider.shutdown(), meterProvider.shutdown()]);
      for (const api of [context, trace, metrics]) api.disable();
    },
  };
}

function textOf(span: ReadableSpan): unknown {
  const { name, kind, attributes, events, links, status, resource, instrumentationScope } = span;
  const { attributes: of } = resource;
  return { name, kind, attributes, events, links, status, of, instrumentationScope };
}

/** A context manager on AsyncLocalStorage, as Node.js instrumentations use it. */
class LocalContexts implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>();

  active(): Context {
    return this.#storage.getStore() ?? ROOT_CONTEXT;
  }

  with: ContextManager["with"] = (active, work, self, ...args) =>
    this.#storage.run(active, () => work.call(self as never, ...args));

  bind<T>(active: Context, target: T): T {
    if (typeof target !== "function") return target;
    return ((...args: unknown[]) => this.#storage.run(active, () => target(...args))) as T;
  }

  enable(): this {
    return this;
  }

  disable(): this {
    return this;
  }
}

/**
 * Creates a span for every HTTP request in the active context, as undici's instrumentation does.
 */
export function instrumentHttp(tracer: Tracer): () => void {
  const onRequest = (message: unknown): void => {
    const { request } = message as { readonly request: { readonly path: string } };
    tracer.startSpan(`POST ${request.path}`, { kind: SpanKind.CLIENT }).end();
  };
  subscribe("undici:request:create", onRequest);
  return () => unsubscribe("undici:request:create", onRequest);
}
