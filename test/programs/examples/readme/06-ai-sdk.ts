import { openai } from "@ai-sdk/openai";
import { generateText, wrapLanguageModel } from "ai";
import { GuardedModelClient } from "../../../../src/index.ts";
import { guardMiddleware } from "../../../../src/integrations/ai-sdk.ts";

const guard = new GuardedModelClient();
const model = wrapLanguageModel({
  model: openai("gpt-4.1-mini"),
  middleware: guardMiddleware(guard),
});

const { text } = await generateText({ model, prompt: "What is the capital of Norway?" });
console.log(text);
