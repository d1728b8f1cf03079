import { metrics } from "@opentelemetry/api";
import { GuardedModelClient } from "../../../src/index.ts";
import { openTelemetryObserver } from "../../../src/observability/opentelemetry.ts";

// Where your OpenTelemetry SDK has been started before.
const guard = new GuardedModelClient({ observers: [openTelemetryObserver()] });

// What no observer sees is in the counters: events that wait, and what became of the others.
const events = metrics
  .getMeter("my-app")
  .createObservableGauge("guarded_model_client.events.pending");
events.addCallback((result) => result.observe(guard.stats().pending));
