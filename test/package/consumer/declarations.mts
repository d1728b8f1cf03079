export * as client from "guarded-model-client";
export * as aiSdk from "guarded-model-client/ai-sdk";
export * as local from "guarded-model-client/local";
export * as masking from "guarded-model-client/masking";
export * as openai from "guarded-model-client/openai";
export * as testing from "guarded-model-client/testing";
