import Anthropic from "@anthropic-ai/sdk";
import { BedrockRuntimeClient } from "@aws-sdk/client-bedrock-runtime";
import * as api from "@opentelemetry/api";
import { GuardedModelClient, guardErrorOf, memoryDelivery } from "guarded-model-client";
import { guardAnthropic } from "guarded-model-client/anthropic";
import { guardBedrock } from "guarded-model-client/bedrock";
import { startLocalDataPlane } from "guarded-model-client/local";
import { createMasker } from "guarded-model-client/masking";
import { guardOpenAI } from "guarded-model-client/openai";
import { openTelemetryObserver } from "guarded-model-client/opentelemetry";
import { type ContractCase, deliveryContract } from "guarded-model-client/testing";
import OpenAI from "openai";

export async function run(): Promise<string> {
  createMasker();
  const plane = await startLocalDataPlane();
  const guard = new GuardedModelClient({
    ...plane.clientOptions,
    delivery: memoryDelivery(),
    observers: [openTelemetryObserver({ api, meter: false })],
  });
  const client: OpenAI = guardOpenAI(new OpenAI({ apiKey: "k" }), guard);
  const claude: Anthropic = guardAnthropic(new Anthropic({ apiKey: "k" }), guard);
  const bedrock: BedrockRuntimeClient = guardBedrock(new BedrockRuntimeClient({}), guard);
  bedrock.destroy();
  const { output } = await guard
    .call({
      model: client.baseURL + claude.baseURL,
      input: "text",
      execute: async ({ input }) => input,
    })
    .catch((error: unknown) => ({ output: String(guardErrorOf(error)?.code) }));
  await guard.close();
  return output;
}

export const cases: readonly ContractCase[] = deliveryContract(() => memoryDelivery());
