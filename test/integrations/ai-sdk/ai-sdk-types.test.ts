import { createOpenAI as createOpenAI7 } from "@ai-sdk/openai";
import type { EmbeddingModelV4, ImageModelV4, LanguageModelV4 } from "@ai-sdk/provider";
import * as ai7 from "ai";
import * as ai5 from "ai5";
import { createOpenAI as createOpenAI5 } from "ai5-openai";
import * as ai6 from "ai6";
import { createOpenAI as createOpenAI6 } from "ai6-openai";
import { describe, expect, expectTypeOf, it } from "vitest";
import { ConfigurationError, GuardedModelClient } from "../../../src/index.ts";
import { guardMiddleware } from "../../../src/integrations/ai-sdk.ts";

const guard = new GuardedModelClient({ baseURL: "http://127.0.0.1:1", apiKey: "key" });

// These assertions hold if the file compiles.
describe("guardMiddleware", () => {
  it("is accepted by every major without a cast, and keeps their types", () => {
    const middleware = guardMiddleware(guard);
    const five = ai5.wrapLanguageModel({ model: createOpenAI5({ apiKey: "k" })("m"), middleware });
    const six = ai6.wrapLanguageModel({ model: createOpenAI6({ apiKey: "k" })("m"), middleware });
    const seven = ai7.wrapLanguageModel({ model: createOpenAI7({ apiKey: "k" })("m"), middleware });
    expectTypeOf(seven).toEqualTypeOf<LanguageModelV4>();
    expect([five.modelId, six.modelId, seven.modelId]).toEqual(["m", "m", "m"]);
  });

  it("is accepted in lists of middlewares, and for whole providers", () => {
    const middleware = [ai7.extractReasoningMiddleware({ tagName: "t" }), guardMiddleware(guard)];
    const provider = ai7.wrapProvider({
      provider: createOpenAI7({ apiKey: "k" }),
      languageModelMiddleware: middleware,
      imageModelMiddleware: guardMiddleware(guard),
    });
    expect(provider.languageModel("m").modelId).toBe("m");
    const six = ai6.wrapProvider({
      provider: createOpenAI6({ apiKey: "k" }),
      languageModelMiddleware: guardMiddleware(guard),
      imageModelMiddleware: guardMiddleware(guard),
    });
    expect(six.languageModel("m").modelId).toBe("m");
  });

  it("wraps embedding and image models if the SDK supports it", () => {
    const middleware = guardMiddleware(guard);
    const openai = createOpenAI7({ apiKey: "k" });
    const embedding = ai7.wrapEmbeddingModel({ model: openai.embedding("m"), middleware });
    expectTypeOf(embedding).toEqualTypeOf<EmbeddingModelV4>();
    const image = ai7.wrapImageModel({ model: openai.image("m"), middleware });
    expectTypeOf(image).toEqualTypeOf<ImageModelV4>();
    const openai6 = createOpenAI6({ apiKey: "k" });
    const six = ai6.wrapEmbeddingModel({ model: openai6.embedding("m"), middleware });
    expect(six.modelId).toBe("m");
    expect(ai6.wrapImageModel({ model: openai6.image("m"), middleware }).modelId).toBe("m");
  });

  it("requires a guard", () => {
    expect(() => guardMiddleware({} as GuardedModelClient)).toThrow(ConfigurationError);
  });
});
