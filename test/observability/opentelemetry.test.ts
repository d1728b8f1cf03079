import { setTimeout as sleep } from "node:timers/promises";
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { context, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { ReadableSpan } from "@opentelemetry/sdk-trace-base";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type GuardedModelClientOptions, memoryDelivery } from "../../src/index.ts";
import { guardAnthropic } from "../../src/integrations/anthropic.ts";
import { guardGoogle } from "../../src/integrations/google.ts";
import { guardOpenAI } from "../../src/integrations/openai.ts";
import {
  type OpenTelemetryObserverOptions,
  openTelemetryObserver,
} from "../../src/observability/opentelemetry.ts";
import { gemini } from "../support/models/gemini-answers.ts";
import { sendsMessage } from "../support/models/message-answers.ts";
import { failure, streamThen, wellBehaved } from "../support/models/model-answers.ts";
import { OPENAI_KINDS, type OpenAIKind } from "../support/models/openai-kinds.ts";
import { instrumentHttp, startTelemetry, type Telemetry } from "../support/open-telemetry.ts";
import { openStand, type Stand } from "../support/stands/stand.ts";

const model = "gpt-4o-mini";
const messages = [{ role: "user" as const, content: "How are things?" }];
const question = { model, input: "How are things?" };
const OWN = "guarded_model_client";
const caught = (work: PromiseLike<unknown>) => Promise.resolve(work).catch((error) => error);

let stand: Stand;
let telemetry: Telemetry;
beforeAll(async () => {
  telemetry = startTelemetry();
  const allowUnguarded = (event: { event_type?: string | undefined }) =>
    event.event_type === "human_override";
  stand = await openStand({ allowUnguarded }, wellBehaved);
});
afterEach(async () => {
  await stand.clear();
  telemetry.reset();
});
afterAll(async () => {
  await stand.close();
  await telemetry.close();
});

const observed = (
  options: GuardedModelClientOptions = {},
  own: OpenTelemetryObserverOptions = {},
) => {
  const guard = stand.guard({
    observers: [openTelemetryObserver({ meter: false, ...own })],
    logger: {},
    ...options,
  });
  const clientOf = (kind = OPENAI_KINDS[2] as OpenAIKind) =>
    guardOpenAI(kind.make(stand.provider.url), guard);
  return { guard, clientOf };
};

const idOf = (span: ReadableSpan): string => span.spanContext().spanId;
const msOf = ([seconds, nanos]: readonly [number, number]): number => seconds * 1e3 + nanos / 1e6;
const denial = { edit: (body: unknown) => ({ ...(body as object), allowed: false }) };
const rewriting = {
  edit: (body: unknown) => ({ ...(body as object), transformed_input: "How is it?" }),
};

describe("a traced call", () => {
  it("is a child of the active span, and its phases are child spans", async () => {
    const { guard, clientOf } = observed();
    const openai = clientOf();
    const parent = telemetry.tracer.startSpan("GET /chat");
    const create = () => openai.chat.completions.create({ model, messages });
    const answer = await withSpan(parent, create);
    parent.end();
    await guard.flush();
    expect(answer.choices).toHaveLength(1);
    const call = telemetry.span(`chat ${model}`);
    expect(call.parentSpanContext?.spanId).toBe(parent.spanContext().spanId);
    expect(call.kind).toBe(SpanKind.CLIENT);
    expect(call.status).toEqual({ code: SpanStatusCode.UNSET });
    expect(call.instrumentationScope).toMatchObject({ name: "guarded-model-client" });
    const [event] = stand.plane.stored;
    expect(call.attributes).toEqual({
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "openai",
      "gen_ai.request.model": model,
      "gen_ai.response.model": "gpt-4o-mini-2024",
      "gen_ai.response.finish_reasons": ["stop"],
      "gen_ai.usage.input_tokens": 7,
      "gen_ai.usage.output_tokens": 5,
      [`${OWN}.client_event_id`]: event?.event_id,
      [`${OWN}.guard_event_id`]: event?.metadata?.guard_event_id,
      [`${OWN}.operation`]: "chat.completions",
      [`${OWN}.decision.allowed`]: true,
      [`${OWN}.decision.source`]: "guard",
      [`${OWN}.decision.rewritten`]: false,
      [`${OWN}.decision.shadow_mode`]: false,
      [`${OWN}.outcome`]: "complete",
      [`${OWN}.guard_ms`]: expect.any(Number),
      [`${OWN}.provider_ms`]: expect.any(Number),
      [`${OWN}.total_ms`]: expect.any(Number),
      [`${OWN}.coverage.complete`]: true,
      [`${OWN}.coverage.inspected.segments`]: 1,
      [`${OWN}.coverage.inspected.characters`]: question.input.length,
      [`${OWN}.coverage.trusted.segments`]: 0,
      [`${OWN}.coverage.uninspected.parts`]: 0,
    });
    const [ask, provide] = [telemetry.span("guard"), telemetry.span("provider")];
    for (const phase of [ask, provide]) {
      expect(phase.parentSpanContext?.spanId).toBe(idOf(call));
      expect(phase.status.code).toBe(SpanStatusCode.UNSET);
    }
    expect(ask.startTime).toEqual(call.startTime);
    expect(ask.endTime).toEqual(provide.startTime);
    expect(provide.endTime).toEqual(call.endTime);
    expect(msOf(provide.duration)).toBeGreaterThan(0);
    expect(ask.attributes).toMatchObject({ [`${OWN}.decision.allowed`]: true });
  });

  it("has its delivery in the same trace, linked to it and after its end", async () => {
    const { guard } = observed();
    const execute = () => "Paris";
    stand.plane.script("ingest", [{ status: 503 }]);
    await guard.call({ ...question, execute });
    await guard.flush();
    const [call, deliver] = [telemetry.span(`chat ${model}`), telemetry.span("deliver")];
    expect(deliver.spanContext().traceId).toBe(call.spanContext().traceId);
    expect(deliver.links).toMatchObject([{ context: { spanId: idOf(call) } }]);
    expect(msOf(deliver.startTime)).toBeGreaterThanOrEqual(msOf(call.endTime));
    expect(telemetry.spans().at(-1)).toBe(deliver);
    expect(deliver.status.code).toBe(SpanStatusCode.UNSET);
    expect(deliver.attributes).toEqual({
      [`${OWN}.event_id`]: call.attributes[`${OWN}.client_event_id`],
      [`${OWN}.delivery.status`]: "delivered",
      [`${OWN}.delivery.attempts`]: 2,
      [`${OWN}.delivery.ingest_ms`]: expect.any(Number),
      [`${OWN}.delivery.finalize`]: "done",
    });
  });

  it("that streams has the time to first chunk, and ends with its stream", async () => {
    const { guard, clientOf } = observed();
    const stream = await clientOf().chat.completions.create({
      ...{ model, messages, stream: true, stream_options: { include_usage: true } },
    });
    expect(telemetry.spans().map(({ name }) => name)).not.toContain(`chat ${model}`);
    for await (const _ of stream);
    await guard.flush();
    expect(telemetry.span(`chat ${model}`).attributes).toMatchObject({
      "gen_ai.request.stream": true,
      "gen_ai.response.time_to_first_chunk": expect.any(Number),
      "gen_ai.usage.output_tokens": 5,
      [`${OWN}.outcome`]: "complete",
    });
  });

  it("that is denied is no error, and has no provider or delivery span", async () => {
    const { guard, clientOf } = observed();
    stand.plane.script("guard", denial);
    await caught(clientOf().chat.completions.create({ model, messages }));
    await guard.flush();
    expect(telemetry.spans().map(({ name }) => name)).toEqual(["guard", `chat ${model}`]);
    for (const span of telemetry.spans()) expect(span.status.code).toBe(SpanStatusCode.UNSET);
    expect(telemetry.span(`chat ${model}`).attributes).toMatchObject({
      [`${OWN}.outcome`]: "denied",
      [`${OWN}.decision.allowed`]: false,
      [`${OWN}.error.code`]: "guard_denied",
    });
  });

  it("whose masker fails is an error, though its outcome is a denial", async () => {
    const open = () => {
      throw new Error("broken");
    };
    const { guard } = observed({ masker: { capabilities: { pii: true, secrets: true }, open } });
    await caught(guard.call({ ...question, execute: () => "never" }));
    const call = telemetry.span(`chat ${model}`);
    expect(call.status.code).toBe(SpanStatusCode.ERROR);
    expect(call.attributes).toMatchObject({
      "error.type": "masking_failed",
      [`${OWN}.outcome`]: "denied",
    });
  });

  it("that is rewritten says so, without the rewrite's text", async () => {
    const { guard } = observed();
    stand.plane.script("guard", rewriting);
    await guard.call({ ...question, execute: ({ input }) => input });
    await guard.flush();
    expect(telemetry.span(`chat ${model}`).attributes).toMatchObject({
      [`${OWN}.decision.rewritten`]: true,
    });
    expect(await telemetry.exported()).not.toContain("How is it?");
  });

  it.each([
    ["fail-close", "unavailable", SpanStatusCode.ERROR],
    ["fail-open", "complete", SpanStatusCode.UNSET],
  ] as const)(
    "in an outage with %s has a failed guard span and the outcome %s",
    async (rule, outcome, code) => {
      const { guard } = observed({ onGuardUnavailable: rule, guardDeadlineMs: 300 });
      stand.plane.script("guard", { always: { status: 500 } });
      await caught(guard.call({ ...question, execute: () => "Paris" }));
      await guard.flush();
      const call = telemetry.span(`chat ${model}`);
      expect(call.status.code).toBe(code);
      expect(call.attributes).toMatchObject({
        [`${OWN}.outcome`]: outcome,
        [`${OWN}.guard.failure`]: "unreachable",
      });
      const ask = telemetry.span("guard");
      expect(ask.status.code).toBe(SpanStatusCode.ERROR);
      expect(ask.attributes["error.type"]).toBe("unreachable");
    },
  );

  it.each(["429 of the provider", "a break in its stream", "an error of the app's own"])(
    "that fails with %s is an error, and so is its provider span",
    async (what) => {
      const { guard, clientOf } = observed();
      const stream = what.includes("stream");
      stand.provider.answerWith(
        stream ? streamThen(2, (response) => void response.destroy()) : failure(429, "slow_down"),
      );
      const own = () => Promise.reject(Object.assign(new RangeError("mine"), { code: "E_MINE" }));
      if (what.includes("app")) await caught(guard.call({ ...question, execute: own }));
      else {
        const answer = await caught(
          clientOf().chat.completions.create({ model, messages, stream }),
        );
        if (stream) await caught(readAll(answer as AsyncIterable<unknown>));
      }
      await guard.flush();
      const known = { "429": "429", an: "E_MINE", a: expect.any(String) };
      const errorType = known[what.split(" ")[0] as keyof typeof known];
      const [call, provider] = [telemetry.span(`chat ${model}`), telemetry.span("provider")];
      for (const span of [call, provider]) {
        expect(span.status).toEqual({ code: SpanStatusCode.ERROR });
        expect(span.attributes["error.type"]).toEqual(errorType);
      }
      expect(call.attributes[`${OWN}.outcome`]).toBe("error");
      expect(telemetry.span("guard").status.code).toBe(SpanStatusCode.UNSET);
    },
  );

  it("that its caller aborts is no error", async () => {
    const { guard } = observed();
    const controller = new AbortController();
    const execute = () => {
      controller.abort();
      return sleep(1_000, "too late");
    };
    await caught(guard.call({ ...question, execute, signal: controller.signal }));
    await guard.flush();
    const call = telemetry.span(`chat ${model}`);
    expect(call.status.code).toBe(SpanStatusCode.UNSET);
    expect(call.attributes[`${OWN}.outcome`]).toBe("cancelled");
  });
});

describe("a traced event", () => {
  it("of `record` is delivered in its own trace, whatever span is active", async () => {
    const { guard } = observed();
    const parent = telemetry.tracer.startSpan("GET /chat");
    const { eventId } = await withSpan(parent, () =>
      guard.record({ eventType: "human_override", input: "a", output: "b", model }),
    );
    const deliver = telemetry.span("deliver");
    expect(deliver.parentSpanContext).toBeUndefined();
    expect(deliver.links).toEqual([]);
    expect(deliver.attributes).toMatchObject({
      [`${OWN}.event_id`]: eventId,
      [`${OWN}.delivery.finalize`]: "skipped",
    });
  });

  it.each([
    ["rejected", "invalid"],
    ["dropped", "queue_full"],
  ] as const)("that is %s is an error of its delivery span only", async (status, reason) => {
    const full = memoryDelivery({ maxEvents: 1 });
    const { guard } = observed(status === "dropped" ? { delivery: full } : {});
    const broken = { status: 400, body: { error: "Invalid payload" } };
    stand.plane.script("ingest", status === "dropped" ? { delayMs: 200 } : broken);
    const calls = status === "dropped" ? 2 : 1;
    for (let i = 0; i < calls; i += 1) await guard.call({ ...question, execute: () => "Paris" });
    await guard.flush();
    const lost = telemetry
      .spans()
      .filter((span) => span.attributes[`${OWN}.delivery.status`] === status);
    expect(lost).toHaveLength(1);
    expect(lost[0]?.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(lost[0]?.attributes).toMatchObject({
      "error.type": reason,
      [`${OWN}.delivery.reason`]: reason,
    });
    expect(lost[0]?.links).toHaveLength(1);
    for (const span of telemetry.spans().filter(({ name }) => name !== "deliver")) {
      expect(span.status.code).toBe(SpanStatusCode.UNSET);
    }
  });
});

describe("HTTP spans", () => {
  let uninstrument: () => void;
  beforeAll(() => {
    uninstrument = instrumentHttp(telemetry.tracer);
  });
  afterAll(() => uninstrument());

  const parentOf = (name: string): string | undefined =>
    telemetry.spans().find((span) => span.name === name)?.parentSpanContext?.spanId;

  it.each(OPENAI_KINDS)("of the guard and of $name are nested in the phases", async (kind) => {
    const { guard, clientOf } = observed();
    const openai = clientOf(kind).withOptions({ maxRetries: 1 });
    stand.provider.answerWith((scene) =>
      scene.turn === 0 ? failure(500)(scene) : wellBehaved(scene),
    );
    await openai.chat.completions.create({ model, messages });
    await guard.flush();
    expect(parentOf("POST /api/v1/guard")).toBe(idOf(telemetry.span("guard")));
    const attempts = telemetry.spans().filter(({ name }) => name === "POST /v1/chat/completions");
    expect(attempts.map((span) => span.parentSpanContext?.spanId)).toEqual(
      Array(2).fill(idOf(telemetry.span("provider"))),
    );
  });

  it("of Anthropic's and Google's clients are nested in the phases", async () => {
    const { guard } = observed();
    const { url: baseURL } = stand.provider;
    const anthropic = guardAnthropic(new Anthropic({ apiKey: "unused", baseURL }), guard);
    stand.provider.answerWith(sendsMessage);
    await anthropic.messages.create({ model, messages, max_tokens: 9 });
    const httpOptions = { baseUrl: baseURL };
    const google = guardGoogle(new GoogleGenAI({ apiKey: "unused", httpOptions }), guard);
    stand.provider.answerWith(gemini);
    await google.models.generateContent({ model: "gemini-2", contents: "How are things?" });
    await guard.flush();
    const providers = telemetry.spans().filter(({ name }) => name === "provider");
    expect([
      parentOf("POST /v1/messages"),
      parentOf("POST /v1/models/gemini-2:generateContent"),
    ]).toEqual(providers.map(idOf));
    expect(telemetry.span("generate_content gemini-2").attributes["gen_ai.provider.name"]).toBe(
      "gcp.gen_ai",
    );
  });

  it.each(["guard.fetch", "guard.call", "guard.stream"])("of %s are nested", async (doorway) => {
    const { guard } = observed();
    const url = `${stand.provider.baseURL}/chat/completions`;
    const send = (by: typeof fetch) =>
      by(url, { method: "POST", body: JSON.stringify({ model, messages }) });
    const texts = async () => [(await (await send(fetch)).text()).slice(0, 0)];
    if (doorway === "guard.fetch") await (await send(guard.fetch)).text();
    if (doorway === "guard.call") {
      await guard.call({ ...question, execute: async () => (await texts()).join("") });
    }
    if (doorway === "guard.stream") {
      const execute = async () => inPieces(await texts());
      await readAll(await guard.stream({ ...question, execute }));
    }
    await guard.flush();
    expect(parentOf("POST /v1/chat/completions")).toBe(idOf(telemetry.span("provider")));
    expect(parentOf("POST /api/v1/guard")).toBe(idOf(telemetry.span("guard")));
  });

  it("require no further wrapper around a client's `fetch`", () => {
    const own: typeof fetch = async () => new Response();
    const kind = OPENAI_KINDS[2] as OpenAIKind;
    const guardedBy = (options: OpenTelemetryObserverOptions) =>
      guardOpenAI(
        kind.make(stand.provider.url, { fetch: own }),
        observed({}, options).guard,
      ) as unknown as { fetch: unknown; withOptions(options: object): { fetch: unknown } };
    for (const client of [guardedBy({}), guardedBy({ propagateContext: false })]) {
      expect(client.withOptions({ timeout: 1_000 }).fetch).toBe(client.fetch);
      expect(Object.keys(client)).toEqual(Object.keys(kind.make(stand.provider.url)));
    }
  });

  it("are not nested in the phases if propagation is off", async () => {
    const { guard, clientOf } = observed({}, { propagateContext: false });
    await clientOf().chat.completions.create({ model, messages });
    await guard.flush();
    expect(parentOf("POST /v1/chat/completions")).toBeUndefined();
    expect(parentOf("POST /api/v1/guard")).toBeUndefined();
  });
});

describe("200 concurrent traced calls", () => {
  it("keep their spans apart", async () => {
    const { guard } = observed();
    const numbers = Array.from({ length: 200 }, (_, number) => number);
    await Promise.all(
      numbers.map((number) => {
        const parent = telemetry.tracer.startSpan(`parent ${number}`);
        const execute = async () => {
          await sleep(number % 7);
          telemetry.tracer.startSpan(`inside ${number}`).end();
          return "Paris";
        };
        return withSpan(parent, () =>
          guard.call({ model: `model-${number}`, input: `${number}`, execute }),
        ).finally(() => parent.end());
      }),
    );
    await guard.flush();
    const spans = telemetry.spans();
    for (const number of numbers) {
      const [parent, call, inside] = [
        `parent ${number}`,
        `chat model-${number}`,
        `inside ${number}`,
      ].map(telemetry.span) as [ReadableSpan, ReadableSpan, ReadableSpan];
      const { traceId } = parent.spanContext();
      expect(call.parentSpanContext?.spanId).toBe(idOf(parent));
      const family = spans.filter((span) => span.spanContext().traceId === traceId);
      expect(family.map(({ name }) => name).sort()).toEqual(
        ["deliver", "guard", "provider", inside.name, parent.name, call.name].sort(),
      );
      const provider = family.find(({ name }) => name === "provider") as ReadableSpan;
      expect(inside.parentSpanContext?.spanId).toBe(idOf(provider));
    }
  });
});

function withSpan<T>(span: ReturnType<typeof trace.wrapSpanContext>, work: () => T): T {
  return context.with(trace.setSpan(context.active(), span), work);
}

async function* inPieces(texts: readonly string[]): AsyncGenerator<string> {
  yield* texts;
}

async function readAll(chunks: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of chunks);
}
