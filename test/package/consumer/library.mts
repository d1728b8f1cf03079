// A library whose own declarations refer to our types, by names that its users can import.
import Anthropic from "@anthropic-ai/sdk";
import { BedrockRuntimeClient } from "@aws-sdk/client-bedrock-runtime";
import { GoogleGenAI } from "@google/genai";
import {
  DataPlaneClient,
  type DataPlaneClientOptions,
  type DeliveryEnvironment,
  defineProvider,
  type FetchRule,
  GuardedModelClient,
  type GuardedModelClientOptions,
  type IngestEvent,
  requestContext,
} from "guarded-model-client";
import { guardMiddleware } from "guarded-model-client/ai-sdk";
import { anthropicMessages, type GuardAnthropicOptions } from "guarded-model-client/anthropic";
import { bedrockConverse, type GuardBedrockOptions } from "guarded-model-client/bedrock";
import { bullmqDelivery, runDeliveryWorker } from "guarded-model-client/bullmq";
import { durableDelivery } from "guarded-model-client/durable";
import { type GuardGoogleOptions, googleGenerateContent } from "guarded-model-client/google";
import { startLocalDataPlane } from "guarded-model-client/local";
import { createMasker } from "guarded-model-client/masking";
import {
  type GuardOpenAIOptions,
  guardOpenAI,
  openaiChat,
  openaiResponses,
} from "guarded-model-client/openai";
import { openTelemetryObserver } from "guarded-model-client/opentelemetry";
import OpenAI from "openai";

export const guard = new GuardedModelClient();
export const plane = new DataPlaneClient({});
export const local = () => startLocalDataPlane();
export const open = requestContext(guard);
export const masker = createMasker();
export const observer = openTelemetryObserver();
export const outbox = durableDelivery({ directory: "outbox" });
export const queue = bullmqDelivery({ connection: {} });
export const worker = () => runDeliveryWorker({ connection: {} });
export const middleware = guardMiddleware(guard);
export const client = guardOpenAI(new OpenAI(), guard);
export const chat = openaiChat(client);
export const responses = openaiResponses(client);
export const messages = anthropicMessages(new Anthropic());
export const converse = bedrockConverse(new BedrockRuntimeClient({}));
export const content = googleGenerateContent(new GoogleGenAI({}));
export const called = guard.call({ model: "m", input: "text", execute: async () => "text" });
export const streamed = guard.stream({ provider: chat, request: { model: "m", messages: [] } });
export const events = async () => (await local()).events();

// What it passes on, and whose types it leaves to the compiler.
export const openaiOptions = (options: GuardOpenAIOptions) => options;
export const anthropicOptions = (options: GuardAnthropicOptions) => options;
export const googleOptions = (options: GuardGoogleOptions) => options;
export const bedrockOptions = (options: GuardBedrockOptions) => options;
export const planeOptions = (options: DataPlaneClientOptions) => options;
export const configOption = ({ agentConfig }: GuardedModelClientOptions) => agentConfig;
export const ofTeam = (event: IngestEvent) => ({ ...event, metadata: { team: "search" } });
export const formatOf = (rule: Extract<FetchRule, { format: unknown }>) => rule.format;
export const conversed = converse.call;
export const own = defineProvider({
  name: "own",
  mapPrompt: (request: { text: string }, walk) => ({ text: walk.text(request.text) }),
  execute: async ({ request }) => request.text,
});
export const { readPrompt, writePrompt, oneWalk, errorBody, streamUsage } = own.codec;
export const { matches, streamTexts, framing, collectAnswer } = own.codec;
export const renamed = () => ({ ...own, codec: { ...own.codec, defaultName: "renamed" } });
export const byHand = {
  async guard(request, options) {
    return await plane.guard(request, options);
  },
  async ingest(event, options) {
    return await plane.ingest(event, options);
  },
} satisfies Pick<DataPlaneClient, "guard" | "ingest">;

export class Sender {
  readonly clock;
  readonly timers;
  constructor({ clock, timers }: DeliveryEnvironment) {
    this.clock = clock;
    this.timers = timers;
  }
}
