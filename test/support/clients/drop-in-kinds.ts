import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import OpenAI from "openai";
import type { GuardedModelClient } from "../../../src/index.ts";
import { guardAnthropic } from "../../../src/integrations/anthropic.ts";
import { guardGoogle } from "../../../src/integrations/google.ts";
import { guardOpenAI } from "../../../src/integrations/openai.ts";
import { gemini, geminiThen } from "../models/gemini-answers.ts";
import { messageThen, sendsMessage } from "../models/message-answers.ts";
import { streamThen, wellBehaved } from "../models/model-answers.ts";
import type { ModelAnswer } from "../models/model-server.ts";

/** The settings that an app passes to its client. */
export interface DropInSettings {
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly timeoutMs?: number | undefined;
}

/** A kind of client that is guarded in place. */
export interface DropInKind {
  readonly name: string;
  /** An answer, complete or streamed as requested. */
  readonly answer: ModelAnswer;
  /** The start of a stream that then stalls. */
  readonly beginning: ModelAnswer;
  open(url: string, settings?: DropInSettings): DropInClient;
}

/** A client, with what an app does with it. */
export interface DropInClient {
  guard(guard: GuardedModelClient): DropInClient;
  ask(words: string, signal?: AbortSignal): Promise<object>;
  stream(words: string, signal?: AbortSignal): Promise<AsyncIterable<unknown> & object>;
}

const openai: DropInKind = {
  name: "OpenAI",
  answer: wellBehaved,
  beginning: streamThen(2, () => undefined),
  open(url, { fetch, timeoutMs = 30_000 } = {}) {
    const settings = { apiKey: "unused", baseURL: `${url}/v1`, maxRetries: 0, timeout: timeoutMs };
    const client = new OpenAI({ ...settings, ...(fetch && { fetch }) });
    const body = (content: string) => ({
      model: "m",
      messages: [{ role: "user" as const, content }],
    });
    const { completions } = client.chat;
    const opened: DropInClient = {
      guard: (guard) => {
        guardOpenAI(client, guard);
        return opened;
      },
      ask: (words, signal) => completions.create(body(words), { signal }),
      stream: async (words, signal) =>
        completions.create({ ...body(words), stream: true }, { signal }),
    };
    return opened;
  },
};

const anthropic: DropInKind = {
  name: "Anthropic",
  answer: sendsMessage,
  beginning: messageThen(4, () => undefined),
  open(url, { fetch, timeoutMs = 30_000 } = {}) {
    const settings = { apiKey: "unused", authToken: null, baseURL: url, maxRetries: 0 };
    const client = new Anthropic({ ...settings, timeout: timeoutMs, ...(fetch && { fetch }) });
    const body = (content: string) => ({
      model: "m",
      max_tokens: 10,
      messages: [{ role: "user" as const, content }],
    });
    const opened: DropInClient = {
      guard: (guard) => {
        guardAnthropic(client, guard);
        return opened;
      },
      ask: (words, signal) => client.messages.create(body(words), { signal }),
      stream: async (words, signal) =>
        client.messages.create({ ...body(words), stream: true }, { signal }),
    };
    return opened;
  },
};

const google: DropInKind = {
  name: "Google",
  answer: gemini,
  beginning: geminiThen(1, () => undefined),
  open(url, { fetch, timeoutMs = 30_000 } = {}) {
    const httpOptions = { baseUrl: url, timeout: timeoutMs, ...(fetch && { fetch }) };
    const client = new GoogleGenAI({ apiKey: "unused", httpOptions });
    const asked = (contents: string, abortSignal: AbortSignal | undefined) => ({
      model: "m",
      contents,
      config: { ...(abortSignal && { abortSignal }) },
    });
    const opened: DropInClient = {
      guard: (guard) => {
        guardGoogle(client, guard);
        return opened;
      },
      ask: (words, signal) => client.models.generateContent(asked(words, signal)),
      stream: (words, signal) => client.models.generateContentStream(asked(words, signal)),
    };
    return opened;
  },
};

/** All kinds of clients that are guarded in place. */
export const DROP_IN_KINDS: readonly DropInKind[] = [openai, anthropic, google];
