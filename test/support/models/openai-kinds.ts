import OpenAI, { AzureOpenAI } from "openai";
import OpenAI5, { AzureOpenAI as AzureOpenAI5 } from "openai5";
import OpenAI6, { AzureOpenAI as AzureOpenAI6 } from "openai6";

/** One of the guarded client classes, with the types of the newest. */
export interface OpenAIKind {
  readonly name: string;
  /** Has its error classes, for example. */
  readonly sdk: typeof OpenAI;
  readonly azure: boolean;
  make(url: string, options?: object): OpenAI;
}

/** OpenAI's client in all supported majors. */
export const OPENAI_KINDS: readonly OpenAIKind[] = [
  openaiKind("openai 5", OpenAI5),
  openaiKind("openai 6", OpenAI6),
  openaiKind("openai 7", OpenAI),
];

/** Azure's clients of the same majors as well. */
export const ALL_KINDS: readonly OpenAIKind[] = [
  ...OPENAI_KINDS,
  azureKind("Azure, openai 5", AzureOpenAI5),
  azureKind("Azure, openai 6", AzureOpenAI6),
  azureKind("Azure, openai 7", AzureOpenAI),
];

// Explicit, so that nothing from the environment of the test run is used.
const OPTIONS = { apiKey: "unused", maxRetries: 0 };

function openaiKind(name: string, given: unknown): OpenAIKind {
  const Client = given as typeof OpenAI;
  const make = (url: string, options?: object): OpenAI =>
    new Client({ ...OPTIONS, baseURL: `${url}/v1`, ...options });
  return { name, sdk: Client, azure: false, make };
}

function azureKind(name: string, given: unknown): OpenAIKind {
  const Client = given as typeof AzureOpenAI;
  const make = (url: string, options?: object): OpenAI =>
    new Client({ ...OPTIONS, endpoint: url, apiVersion: "2024-10-21", ...options });
  return { name, sdk: Client, azure: true, make };
}
