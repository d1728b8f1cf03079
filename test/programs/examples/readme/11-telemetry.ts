import { metrics } from "@opentelemetry/api";
import { GuardedModelClient } from "../../../../src/index.ts";
import { openTelemetryObserver } from "../../../../src/observability/opentelemetry.ts";

// Run this after your OpenTelemetry SDK has started.
const guard = new GuardedModelClient({ observers: [openTelemetryObserver()] });

// Pending events are not reported to observers. Read them from the counters.
const events = metrics
  .getMeter("my-app")
  .createObservableGauge("guarded_model_client.events.pending");
events.addCallback((result) => result.observe(guard.stats().pending));
