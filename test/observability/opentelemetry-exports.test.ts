import * as current from "@opentelemetry/api";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type Sampler,
  SamplingDecision,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import * as oldest from "otel-api-1.4";
import * as latest from "otel-api-1.10";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { GuardDecision, ObservedCall, ObservedEnd } from "../../src/index.ts";
import { guardOpenAI } from "../../src/integrations/openai.ts";
import { CallSpans } from "../../src/observability/opentelemetry/call-spans.ts";
import {
  type OpenTelemetryApi,
  openTelemetryObserver,
} from "../../src/observability/opentelemetry.ts";
import { completion, failure, json, wellBehaved } from "../support/models/model-answers.ts";
import { OPENAI_KINDS, type OpenAIKind } from "../support/models/openai-kinds.ts";
import { startTelemetry, type Telemetry } from "../support/open-telemetry.ts";
import { openStand, type Stand } from "../support/stands/stand.ts";

const kind = OPENAI_KINDS[2] as OpenAIKind;
const model = "gpt-4o-mini";
const OWN = "guarded_model_client";
const CANARY = "the-canary-sings";
const providerKey = ["sk", "proj", "y".repeat(24)].join("-");
const messages = [{ role: "user" as const, content: `Say: ${CANARY}` }];
const caught = (work: PromiseLike<unknown>) => Promise.resolve(work).catch(() => undefined);

const call: ObservedCall = { clientEventId: "id-1", operation: "chat.completions", model };
const end: ObservedEnd = {
  ...{ outcome: "complete", guardMs: 20, providerMs: 300, totalMs: 320, firstChunkMs: 50 },
  ...{ usage: undefined, responseModel: undefined, finishReason: "stop" },
  ...{ coverage: undefined, error: undefined, guardFailure: undefined },
};
const decision = { allowed: true, source: "guard" } as GuardDecision;

describe("exported telemetry", () => {
  let stand: Stand;
  let telemetry: Telemetry;
  beforeAll(async () => {
    telemetry = startTelemetry();
    stand = await openStand({ contentMayDiffer: () => true }, wellBehaved);
  });
  afterEach(async () => {
    await stand.clear();
    telemetry.reset();
  });
  afterAll(async () => {
    await stand.close();
    await telemetry.close();
  });

  it("contains no prompts, answers, reasons, rewrites, error texts, metadata or keys", async () => {
    const guard = stand.guard({
      observers: [openTelemetryObserver()],
      logger: {},
      defaults: { userId: CANARY, metadata: { note: CANARY } },
    });
    const openai = guardOpenAI(kind.make(stand.provider.url, { apiKey: providerKey }), guard);
    const create = (more: object = {}) =>
      caught(openai.chat.completions.create({ model, messages, ...more }));
    const telling = (allowed: boolean) => ({
      edit: (body: unknown) => ({
        ...(body as object),
        ...{ allowed, reason: `Because of ${CANARY}`, shadow_mode: CANARY },
        ...{ simulated_decision: CANARY, transformed_input: `Do not say: ${CANARY}` },
      }),
    });
    stand.plane.script("guard", [telling(true), telling(false), telling(true), "pass", "pass"]);
    stand.plane.script("ingest", [
      { status: 400, body: { error: CANARY, reason: CANARY } },
      { edit: (body) => ({ ...(body as object), bypassed: true, reason: CANARY }) },
    ]);
    stand.provider.answerWith(json(completion({ content: CANARY })));
    await create();
    await create();
    stand.provider.answerWith((scene) => {
      const error = { message: CANARY, type: `type of ${CANARY}`, code: `code of ${CANARY}` };
      return json({ error }, 400)(scene);
    });
    await create();
    stand.provider.answerWith(wellBehaved);
    await guard.call({
      ...{ model: `a sentence with ${CANARY}`, input: CANARY },
      execute: () => ({
        output: CANARY,
        model: `another with ${CANARY}`,
        usage: { prompt_tokens: 3, note: CANARY },
      }),
    });
    const own = Object.assign(new Error(CANARY), { name: `named ${CANARY}`, code: `E ${CANARY}` });
    await caught(guard.call({ model, input: CANARY, execute: () => Promise.reject(own) }));
    await guard.flush();
    const text = await telemetry.exported();
    expect(telemetry.spans().filter(({ name }) => name === "guard")).toHaveLength(5);
    expect(telemetry.spans().filter(({ name }) => name === "deliver")).toHaveLength(4);
    for (const secret of [CANARY, "canary", providerKey, stand.plane.apiKey]) {
      expect(text).not.toContain(secret);
    }
  });

  it("has metrics by the semantic conventions, without any id", async () => {
    const guard = stand.guard({ observers: [openTelemetryObserver()], logger: {} });
    const openai = guardOpenAI(kind.make(stand.provider.url), guard);
    const before = await telemetry.points();
    const request = { model: "counted", messages: [{ role: "user" as const, content: "Hello" }] };
    await openai.chat.completions.create(request);
    stand.provider.answerWith(failure(429));
    await caught(openai.chat.completions.create(request));
    stand.plane.script("guard", {
      edit: (body) => ({ ...(body as object), allowed: false }),
    });
    await caught(openai.chat.completions.create(request));
    await guard.flush();
    const points = (await telemetry.points()).filter(
      ({ attributes }) => attributes["gen_ai.request.model"] === "counted",
    );
    const of = (name: string) => points.filter((point) => point.name === name);
    const base = {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "openai",
      "gen_ai.request.model": "counted",
    };
    const answered = { ...base, "gen_ai.response.model": "gpt-4o-mini-2024" };
    const durations = of("gen_ai.client.operation.duration");
    expect(durations.map(({ attributes }) => attributes)).toEqual([
      answered,
      { ...base, "error.type": "429" },
    ]);
    expect(durations[0]).toMatchObject({ unit: "s", value: { count: 1 } });
    expect(durations[0]?.value).toMatchObject({ buckets: { boundaries: { 0: 0.01, 13: 81.92 } } });
    expect(
      of("gen_ai.client.token.usage").map(({ attributes, value }) => [
        attributes["gen_ai.token.type"],
        (value as { sum: number }).sum,
      ]),
    ).toEqual([
      ["input", 7],
      ["output", 5],
    ]);
    expect(of(`${OWN}.calls`).map(({ attributes, value }) => [attributes, value])).toEqual([
      [{ ...base, [`${OWN}.outcome`]: "complete" }, 1],
      [{ ...base, [`${OWN}.outcome`]: "error", "error.type": "429" }, 1],
      [{ ...base, [`${OWN}.outcome`]: "denied" }, 1],
    ]);
    expect(
      of(`${OWN}.phase.duration`).map(({ attributes, value }) => [
        attributes[`${OWN}.phase`],
        (value as { count: number }).count,
      ]),
    ).toEqual([
      ["guard", 3],
      ["provider", 2],
    ]);
    const whole = await telemetry.points();
    const added = (name: string, key: string, value: unknown): number => {
      const sum = (all: typeof whole) =>
        all
          .filter((point) => point.name === name && point.attributes[key] === value)
          .reduce((total, point) => total + (point.value as number), 0);
      return sum(whole) - sum(before);
    };
    expect(added(`${OWN}.decisions`, `${OWN}.decision.allowed`, true)).toBe(2);
    expect(added(`${OWN}.decisions`, `${OWN}.decision.allowed`, false)).toBe(1);
    expect(added(`${OWN}.deliveries`, `${OWN}.delivery.status`, "delivered")).toBe(2);
    for (const { event_id } of stand.plane.stored) {
      expect(JSON.stringify(whole)).not.toContain(event_id);
    }
  });

  it("has a bounded number of time series, whatever models and errors are called", async () => {
    const observer = openTelemetryObserver({ tracer: false });
    for (let i = 0; i < 400; i += 1) {
      const error = { code: `E_${i}` };
      observer.onEnd?.({ ...call, model: `tenant-${i}` }, { ...end, outcome: "error", error });
    }
    const models = (await telemetry.points())
      .filter(({ name }) => name === "gen_ai.client.operation.duration")
      .map(({ attributes }) => attributes);
    const tenants = models.filter((each) => String(each["gen_ai.request.model"]).match(/tenant/));
    expect(tenants).toHaveLength(200);
    expect(new Set(models.map((each) => each["error.type"])).size).toBeLessThan(110);
    expect(models.some((each) => each["gen_ai.request.model"] === "_OTHER")).toBe(true);
  });
});

describe.each([
  ["1.4", oldest],
  ["1.9", current],
  ["1.10", latest],
] as const)("with version %s of the OpenTelemetry API, the observer", (_version, given) => {
  // Each version has its own types; the parts that are used are the same.
  const api = given as unknown as OpenTelemetryApi;

  it("does nothing if no SDK is registered", () => {
    const observer = openTelemetryObserver({ api });
    const run: string[] = [];
    observer.onStart?.(call);
    observer.within?.(call, "guard", () => run.push("guard"));
    observer.onDecision?.(call, decision);
    observer.within?.(call, "provider", () => run.push("provider"));
    observer.onEnd?.(call, end);
    observer.onDelivery?.("id-1", {
      ...{ status: "delivered", eventId: "id-1", attempts: 1, finalized: true },
    });
    expect(run).toEqual(["guard", "provider"]);
  });

  it("creates spans with a given provider", () => {
    const telemetry = startTelemetry();
    const observer = openTelemetryObserver({ api, tracer: telemetry.tracer, meter: false });
    observer.onStart?.(call);
    observer.onEnd?.(call, end);
    observer.onDelivery?.("id-1", {
      ...{ status: "delivered", eventId: "id-1", attempts: 1, finalized: true },
    });
    const names = telemetry.spans().map(({ name }) => name);
    expect(names).toEqual(["provider", "guard", `chat ${model}`, "deliver"]);
    expect(telemetry.span("deliver").links).toHaveLength(1);
    return telemetry.close();
  });
});

describe("the OpenTelemetry observer", () => {
  it("creates no child spans for unsampled calls, but still propagates their context", () => {
    const memory = new InMemorySpanExporter();
    const asked: unknown[] = [];
    const shouldSample: Sampler["shouldSample"] = (...[, , name]) => {
      asked.push(name);
      return { decision: SamplingDecision.NOT_RECORD };
    };
    const provider = new BasicTracerProvider({
      sampler: { shouldSample },
      spanProcessors: [new SimpleSpanProcessor(memory)],
    });
    const observer = openTelemetryObserver({ tracerProvider: provider, meter: false });
    const telemetry = startTelemetry();
    observer.onStart?.(call);
    observer.within?.(call, "provider", () => {
      const active = current.trace.getActiveSpan()?.spanContext();
      expect(active).toMatchObject({ traceFlags: 0, traceId: expect.stringMatching(/[1-9a-f]/) });
    });
    observer.onEnd?.(call, end);
    observer.onDelivery?.("id-1", {
      ...{ status: "delivered", eventId: "id-1", attempts: 1, finalized: true },
    });
    expect(asked).toEqual([`chat ${model}`]);
    expect(memory.getFinishedSpans()).toEqual([]);
    return telemetry.close();
  });

  it("accepts unknown and repeated ids, and shows what it knows of each", async () => {
    const telemetry = startTelemetry();
    const observer = openTelemetryObserver({ tracer: telemetry.tracer, meter: false });
    observer.onDecision?.(call, decision);
    observer.onEnd?.(call, end);
    observer.within?.(call, "provider", () => expect.fail("nothing to be inside of"));
    observer.onStart?.(call);
    observer.onStart?.(call);
    observer.onEnd?.(call, end);
    observer.onEnd?.(call, end);
    const calls = telemetry.spans().filter(({ name }) => name === `chat ${model}`);
    expect(calls.map(({ attributes }) => attributes[`${OWN}.outcome`])).toEqual([
      undefined,
      "complete",
    ]);
    await telemetry.close();
  });

  it("forgets calls that are delivered or have no event, and keeps at most 20,000", () => {
    const { tracer, ...rest } = startTelemetry();
    const spans = new CallSpans(current, () => tracer);
    const described = { operation: "chat", provider: undefined, model };
    const calls = Array.from({ length: 20_100 }, (_, i) => ({ ...call, clientEventId: `id-${i}` }));
    for (const each of calls.slice(0, 100)) {
      spans.start(each, described);
      spans.end(each, { ...end, outcome: "denied", providerMs: undefined });
    }
    expect(spans.kept).toBe(0);
    for (const each of calls) spans.start(each, described);
    expect(spans.kept).toBe(20_000);
    for (const each of calls) spans.end(each, end);
    expect(spans.kept).toBe(20_000);
    for (const { clientEventId: eventId } of calls) {
      spans.delivered(eventId, { status: "delivered", eventId, attempts: 1, finalized: true });
    }
    expect(spans.kept).toBe(0);
    return rest.close();
  });

  it.each([
    [{ tracer: {} }, "tracer must be a Tracer, or false"],
    [{ tracerProvider: null }, "tracerProvider must be a TracerProvider"],
    [{ meter: "on" }, "meter must be a Meter, or false"],
    [{ meterProvider: {} }, "meterProvider must be a MeterProvider"],
    [{ providerName: "openai" }, "providerName must be a function"],
    [{ propagateContext: 1 }, "propagateContext must be of type boolean"],
    [{ api: {} }, "api must be what @opentelemetry/api exports"],
    [{ traces: true }, "traces is no known option"],
  ])("rejects %o, and says what is wrong", (options, complaint) => {
    expect(() => openTelemetryObserver(options as never)).toThrow(complaint);
  });

  it("names providers by the given function, if it returns a valid name", async () => {
    const telemetry = startTelemetry();
    const told: Readonly<Record<string, string>> = { execute: "acme", messages: "two words" };
    const observer = openTelemetryObserver({
      ...{ tracer: telemetry.tracer, meter: false },
      providerName: ({ operation }) => {
        if (operation === "converse") throw new Error("broken");
        return told[operation];
      },
    });
    for (const operation of ["execute", "messages", "converse", "embeddings"]) {
      observer.onStart?.({ ...call, operation });
      observer.onEnd?.({ ...call, operation }, end);
    }
    const calls = telemetry.spans().filter((span) => span.kind === current.SpanKind.CLIENT);
    expect(calls.map(({ attributes }) => attributes["gen_ai.provider.name"])).toEqual([
      ...["acme", "anthropic", "aws.bedrock", undefined],
    ]);
    await telemetry.close();
  });
});
