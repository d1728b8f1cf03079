import { describe, it } from "vitest";
import { type FidelityParts, fidelityContract } from "../../../src/testing/index.ts";
import { AI_MAJORS, type AiMajor } from "../../support/models/ai-majors.ts";
import {
  asked,
  guardModels,
  iterable,
  type Models,
  openModels,
  otherFunctions,
  prompt,
  STREAM,
  system,
  textFunctions,
  WHOLE,
} from "../../support/models/ai-sdk-plays.ts";
import { shownOf } from "../../support/models/ai-sdk-results.ts";

function partsOf(ai: AiMajor): FidelityParts<Models> {
  const { sdk } = ai;
  return {
    open: (url) => openModels(ai, url),
    guard: (models, guard) => guardModels(ai, models, guard),
    retries: { status: 503, times: 2 },
    call: {
      answer: WHOLE,
      run: async ({ chat: model }, abortSignal) =>
        shownOf(await sdk.generateText({ model, system, prompt, abortSignal })),
    },
    stream: {
      answer: STREAM,
      run: async ({ chat }, abortSignal) =>
        iterable((await chat.doStream(asked(abortSignal))).stream),
    },
    helpers: { ...textFunctions(ai), ...(ai.major === 5 ? {} : otherFunctions(ai)) },
  };
}

describe.concurrent.each(AI_MAJORS)("guarded models of $name, compared to unguarded ones", (ai) => {
  for (const { title, run } of fidelityContract(partsOf(ai))) it(title, run);
});
