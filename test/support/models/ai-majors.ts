import * as openai7 from "@ai-sdk/openai";
import * as ai7 from "ai";
import * as ai5 from "ai5";
import * as openai5 from "ai5-openai";
import * as ai6 from "ai6";
import * as openai6 from "ai6-openai";

// What one major deprecates is the only way in another.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

/** The part of the SDK that all majors share, with the types of the newest. */
export type AiSdk = typeof ai7;

/** A major of the AI SDK, with its own OpenAI provider. */
export interface AiMajor {
  readonly name: string;
  readonly major: 5 | 6 | 7;
  readonly sdk: AiSdk;
  /** An OpenAI provider that calls `baseURL`, with `fetch` if given. */
  openai(baseURL: string, fetch?: typeof globalThis.fetch): ReturnType<typeof openai7.createOpenAI>;
}

type CreateOpenAI = typeof openai7.createOpenAI;

function majorOf(major: 5 | 6 | 7, sdk: unknown, create: unknown): AiMajor {
  return {
    name: `ai ${major}`,
    major,
    sdk: sdk as AiSdk,
    openai: (baseURL, fetch) =>
      (create as CreateOpenAI)({ apiKey: "unused", baseURL, ...(fetch && { fetch }) }),
  };
}

export const AI_MAJORS: readonly AiMajor[] = [
  majorOf(5, ai5, openai5.createOpenAI),
  majorOf(6, ai6, openai6.createOpenAI),
  majorOf(7, ai7, openai7.createOpenAI),
];

/** The majors that can wrap more than language models. */
export const AI_MAJORS_THAT_WRAP_ALL = AI_MAJORS.filter(({ major }) => major > 5);
