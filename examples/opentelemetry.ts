/**
 * Spans of guarded calls, printed as they end. In a real service, use your own exporter and your
 * usual OpenTelemetry setup instead.
 *
 * GUARD_BASE_URL, GUARD_API_KEY and GUARD_SYSTEM_ID say where the data plane is; OPENAI_API_KEY and
 * OPENAI_BASE_URL are read by the OpenAI client itself.
 */
import { trace } from "@opentelemetry/api";
import {
  BasicTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
  type SpanExporter,
} from "@opentelemetry/sdk-trace-base";
import OpenAI from "openai";
// In your project: from "guarded-model-client" and its entries "/openai" and "/opentelemetry".
import { GuardedModelClient, guardErrorOf } from "../src/index.ts";
import { guardOpenAI } from "../src/integrations/openai.ts";
import { openTelemetryObserver } from "../src/observability/opentelemetry.ts";

const printing: SpanExporter = {
  export(spans, done) {
    for (const span of spans) console.log(lineOf(span));
    done({ code: 0 });
  },
  shutdown: async () => undefined,
};

function lineOf({ name, parentSpanContext, attributes }: ReadableSpan): string {
  const said = ["outcome", "decision.rewritten", "delivery.status"]
    .map((key) => attributes[`guarded_model_client.${key}`])
    .filter((value) => value !== undefined);
  return [parentSpanContext === undefined ? name : `  ${name}`, ...said].join(" ");
}

trace.setGlobalTracerProvider(
  new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(printing)] }),
);

const guard = new GuardedModelClient({ observers: [openTelemetryObserver()] });
const openai = guardOpenAI(new OpenAI(), guard);

for (const content of process.argv.slice(2)) {
  try {
    await openai.chat.completions.create({
      model: "gpt-4.1-mini",
      messages: [{ role: "user", content }],
    });
  } catch (error) {
    if (guardErrorOf(error) === undefined) throw error;
  }
  // Prints all spans of one question before the next.
  await guard.flush();
}
await guard.close();
