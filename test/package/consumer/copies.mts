// Parts of the ESM build with parts of the CommonJS build, as where one package of an app is an ES
// module and another is not.

import Anthropic from "@anthropic-ai/sdk";
import { BedrockRuntimeClient } from "@aws-sdk/client-bedrock-runtime";
import { GoogleGenAI } from "@google/genai";
import * as esm from "guarded-model-client";
import { guardMiddleware } from "guarded-model-client/ai-sdk";
import { guardAnthropic } from "guarded-model-client/anthropic";
import { guardBedrock } from "guarded-model-client/bedrock";
import { guardGoogle } from "guarded-model-client/google";
import { restore } from "guarded-model-client/masking";
import { guardOpenAI } from "guarded-model-client/openai";
import OpenAI from "openai";

import cjs = require("guarded-model-client");
import durable = require("guarded-model-client/durable");
import local = require("guarded-model-client/local");
import masking = require("guarded-model-client/masking");
import openai = require("guarded-model-client/openai");
import opentelemetry = require("guarded-model-client/opentelemetry");

const guard = new cjs.GuardedModelClient();
export const client: OpenAI = guardOpenAI(new OpenAI(), guard);
export const clients = [
  guardAnthropic(new Anthropic(), guard),
  guardGoogle(new GoogleGenAI({}), guard),
  guardBedrock(new BedrockRuntimeClient({}), guard),
];
export const middleware = guardMiddleware(guard);
export const fetching = esm.guardFetch(fetch, guard);
export const open = esm.requestContext(guard);

export const masker = masking.createMasker();
export const restored = restore("[EMAIL_1]", masker.mask("text").vault);
export const other = new esm.GuardedModelClient({
  ...(await local.startLocalDataPlane()).clientOptions,
  masker,
  delivery: durable.durableDelivery({ directory: "outbox" }),
  observers: [opentelemetry.openTelemetryObserver()],
});
export const called = other.call({
  provider: openai.openaiChat(client),
  request: { model: "m", messages: [] },
});

export function decisionOf(error: unknown): esm.GuardDecision | undefined {
  return error instanceof cjs.GuardDeniedError ? told(error) : undefined;
}

function told({ decision }: esm.GuardDeniedError): esm.GuardDecision | undefined {
  return decision;
}
