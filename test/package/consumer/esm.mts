import Anthropic from "@anthropic-ai/sdk";
import { BedrockRuntime, BedrockRuntimeClient } from "@aws-sdk/client-bedrock-runtime";
import { metrics, trace } from "@opentelemetry/api";
import * as ai7 from "ai";
import * as ai5 from "ai5";
import * as ai6 from "ai6";
import {
  type CallNote,
  type Delivery,
  type DeliveryEnvironment,
  type DeliveryOutcome,
  defineProvider,
  type EventRecord,
  type GuardDecision,
  GuardDeniedError,
  GuardedModelClient,
  type GuardedStream,
  guardErrorOf,
  guardFetch,
  isGuardDenied,
  type Lifecycle,
  type Logger,
  lifecycleOf,
  memoryDelivery,
  type ObservedCall,
  type ObservedEnd,
  type Observer,
  type ProviderCodec,
  type RunningDelivery,
  type Submission,
} from "guarded-model-client";
import { guardMiddleware } from "guarded-model-client/ai-sdk";
import { anthropicMessages, guardAnthropic } from "guarded-model-client/anthropic";
import { bedrockConverse, guardBedrock } from "guarded-model-client/bedrock";
import { durableDelivery } from "guarded-model-client/durable";
import { type LocalDataPlane, startLocalDataPlane } from "guarded-model-client/local";
import { createMasker, type Masker } from "guarded-model-client/masking";
import { guardOpenAI, openaiChat } from "guarded-model-client/openai";
import { openTelemetryObserver } from "guarded-model-client/opentelemetry";
import { deliveryContract, maskerContract, providerContract } from "guarded-model-client/testing";
import OpenAI, { AzureOpenAI } from "openai";
import OpenAI5 from "openai5";
import OpenAI6 from "openai6";

const plane: LocalDataPlane = await startLocalDataPlane({ port: 0 });
export const masker: Masker = createMasker();

export const outbox = durableDelivery({
  directory: "/var/lib/outbox",
  fsync: false,
  maxBytes: 1_000_000,
  onFull: "required",
  encryptionKey: [new Uint8Array(32), "0".repeat(64)],
});

export const guard = new GuardedModelClient({
  ...plane.clientOptions,
  masker,
  restoreOutput: true,
  guardDeadlineMs: undefined,
  delivery: memoryDelivery({ maxEvents: 100, whenFull: "wait" }),
  onGuardUnavailable: async (failure, call) => {
    const kind: "unreachable" | "overloaded" | "refused" | "unproven" = failure.kind;
    const model: string = call.model;
    return kind === "overloaded" && model === "m" ? { allow: "text" } : "deny";
  },
  observers: [
    openTelemetryObserver(),
    openTelemetryObserver({
      tracer: trace.getTracer("app"),
      meterProvider: metrics,
      providerName: ({ operation }) => (operation === "execute" ? "acme" : undefined),
    }),
    {
      onEnd: (call, { usage }) => console.log(call.model, usage?.inputTokens),
      within: (_call, step, run) => (step === "guard" ? run() : undefined),
    },
  ],
  defaults: { userId: "u", requestIdentity: { tenantId: "t" }, metadata: { team: "search" } },
  // Undefined removes a field.
  beforeIngest: (event) => ({
    ...event,
    user_id: undefined,
    usage: undefined,
    metadata: undefined,
  }),
});

/** A custom delivery, with an explicit type for every parameter. */
export class Passing implements Delivery {
  readonly name = "passing";

  start(environment: DeliveryEnvironment): RunningDelivery {
    const inner = memoryDelivery().start(environment);
    return {
      admit: (signal) => inner.admit(signal),
      submit: (record: EventRecord): Submission => inner.submit(record),
      flush: (options) => inner.flush(options),
      close: (options) => inner.close(options),
      counters: () => inner.counters(),
    };
  }
}

/** Methods may have narrower parameters than those they implement, as in any class. */
export class Watching implements Observer, Logger {
  onDecision(_call: ObservedCall, _decision: GuardDecision & { readonly rule: string }): void {}
  onEnd(_call: ObservedCall & { readonly team: string }, _end: ObservedEnd): void {}
  within(_call: ObservedCall, _step: "guard", run: () => void): void {
    run();
  }
  onDelivery(_eventId: `${string}-${string}`): void {}
  warn(_message: string, _details: { readonly dropped: number }): void {}
}

export const noting: Pick<RunningDelivery, "note" | "forget"> = {
  async note(_call: CallNote & { readonly team: string }): Promise<void> {},
  forget(_eventId: `${string}-${string}`): void {},
};
export const reading: Pick<ProviderCodec<object, object, string>, "modelAt" | "usageIn"> = {
  modelAt: ({ path }: { readonly path: string }) => path,
  usageIn(_headers: Headers & { raw(): unknown }): undefined {},
};

// The same class is returned, for every major.
export const client: OpenAI = guardOpenAI(new OpenAI({ apiKey: "k" }), guard);
export const claude: Anthropic = guardAnthropic(new Anthropic({ apiKey: "k" }), guard);
export const claudeSaid: Promise<Anthropic.Message> = guard
  .call({
    provider: anthropicMessages(claude),
    request: { model: "m", max_tokens: 1, messages: [{ role: "user", content: "text" }] },
  })
  .then(({ response }) => response);
export const bedrock: BedrockRuntimeClient = guardBedrock(new BedrockRuntimeClient({}), guard);
export const runtime: BedrockRuntime = guardBedrock(new BedrockRuntime({}), guard);
export const bedrockStopped: Promise<string | undefined> = guard
  .call({
    provider: bedrockConverse(bedrock),
    request: { modelId: "m", messages: [{ role: "user", content: [{ text: "text" }] }] },
  })
  .then(({ response }) => response.stopReason);
export const five: OpenAI5 = guardOpenAI(new OpenAI5({ apiKey: "k" }), guard);
export const six: OpenAI6 = guardOpenAI(new OpenAI6({ apiKey: "k" }), guard);
export const azure: AzureOpenAI = guardOpenAI(
  new AzureOpenAI({ apiKey: "k", endpoint: "https://example.com", apiVersion: "v" }),
  guard,
  { unguardedRequests: "refuse", context: (body) => ({ metadata: { body: typeof body } }) },
);

const completion = await client.chat.completions.create({ model: "m", messages: [] });
export const text: string | null | undefined = completion.choices[0]?.message.content;
export const lifecycle: Lifecycle | undefined = lifecycleOf(completion);

export const result = await guard.call({
  model: "m",
  input: "text",
  userId: undefined,
  execute: async ({ input, signal, clientEventId }) => ({
    output: input,
    usage: { prompt_tokens: clientEventId.length },
    model: String(signal.aborted),
  }),
  onLifecycle: (begun) => {
    begun.outcome.then((outcome: string) => outcome);
  },
});
export const output: string = result.output;
export const decision: GuardDecision | undefined = result.decision;
export const outcome: DeliveryOutcome | undefined = await result.delivery;

// One middleware for every major of the AI SDK.
const middleware = guardMiddleware(guard, { context: () => ({ userId: "u" }) });
declare const model5: Parameters<typeof ai5.wrapLanguageModel>[0]["model"];
declare const model6: Parameters<typeof ai6.wrapLanguageModel>[0]["model"];
declare const model7: Parameters<typeof ai7.wrapLanguageModel>[0]["model"];
export const wrapped = [
  ai5.wrapLanguageModel({ model: model5, middleware }).modelId,
  ai6.wrapLanguageModel({ model: model6, middleware }).modelId,
  ai7.wrapLanguageModel({ model: model7, middleware }).modelId,
];

// The types of request, answer and chunk are derived from the provider.
const provided = await guard.call({
  provider: openaiChat(client),
  request: { model: "m", messages: [{ role: "user", content: "text" }] },
});
export const finish: string | undefined = provided.response.choices[0]?.finish_reason;

const own = defineProvider({
  name: "own",
  mapPrompt: (request: { readonly words: string }, { text }) => ({ words: text(request.words) }),
  execute: async ({ request, signal }) => ({ output: request.words, aborted: signal.aborted }),
  readAnswer: ({ output }) => ({ output }),
  matches: ({ url, method }) => method === "POST" && url.pathname === "/own",
});
const owned = await guard.call({ provider: own, request: { words: "text" } });
export const aborted: boolean = owned.response.aborted;
export const ruled: typeof fetch = guardFetch(fetch, guard, { rules: [{ format: own }] });

interface Chunk {
  readonly piece: string;
}
async function* chunks(): AsyncGenerator<Chunk> {
  yield { piece: "a" };
}
export const stream: GuardedStream<Chunk> = await guard.stream({
  model: "m",
  input: "text",
  execute: () => chunks(),
  readChunk: (chunk) => ({ text: chunk.piece }),
});
for await (const { piece } of stream) piece.toUpperCase();
export const streamed: string = (await stream.result).output;

export const guarded: typeof fetch = guardFetch(fetch, guard);
export const same: typeof fetch = guard.fetch;

try {
  await guard.withContext({ metadata: { a: 1 } }, async () => 1);
} catch (error) {
  if (error instanceof GuardDeniedError) error.decision?.reason?.toUpperCase();
  if (isGuardDenied(error)) guardErrorOf(error)?.code satisfies string | undefined;
}

for (const { title, run } of deliveryContract(() => memoryDelivery())) {
  const kept: Promise<void> = run();
  await kept.catch(() => title);
}
providerContract({
  provider: own,
  requests: [{ name: "words", request: { words: "text" }, texts: ["text"] }],
});

const { created, dropped } = await guard.flush({ deadlineMs: 1_000 });
export const counted: number = created + Object.values(dropped).length;
await guard.close();

export const maskerCases = maskerContract({
  make: () => createMasker(),
  samples: [{ text: "Write to ada@example.com.", values: ["ada@example.com"] }],
});
