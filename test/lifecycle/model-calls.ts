import { expect } from "vitest";
import type { CallContext } from "../../src/lifecycle/context/context.ts";
import type { LifecycleRecord } from "../../src/lifecycle/lifecycle.ts";
import { requestApproval } from "../../src/lifecycle/request-approval.ts";
import { type GuardedResult, type Invocation, runCall } from "../../src/lifecycle/run-call.ts";
import type { GuardedStream } from "../../src/lifecycle/stream/guarded-stream.ts";
import { runStream } from "../../src/lifecycle/stream/run-stream.ts";
import { type ExecuteResult, executeCodec, type ReadChunk } from "../../src/providers/execute.ts";
import { openaiChatCodec } from "../../src/providers/openai-chat/codec.ts";
import type { ProviderCodec } from "../../src/providers/provider.ts";
import type { TestGate } from "../support/stands/gate.ts";

/** The prompt of these tests, unless a test sets another. */
export const PROMPT = "What is the capital of France?";

/** The record of a streamed call that the guard has approved. */
export async function approveStream(
  gate: TestGate,
  operation = "chat.completions",
): Promise<LifecycleRecord> {
  const segment = { role: "user", kind: "text", text: PROMPT } as const;
  const { record } = await requestApproval(gate, {
    operation,
    prompt: { model: "model-a", stream: true, segments: [segment], uninspected: [] },
    context: gate.context,
    signal: undefined,
  });
  return record;
}

/** A model call made by a plain function. */
export function callModel<Result extends ExecuteResult>(
  gate: TestGate,
  invoke: (invocation: Invocation<string>) => Result | Promise<Result>,
  options: CallContext & { readonly input?: string } = {},
): Promise<GuardedResult<Result>> {
  const { input = PROMPT, ...context } = options;
  return runCall(gate, {
    codec: executeCodec<Result, unknown>({ model: "model-a", stream: false }),
    request: input,
    context: gate.call(context),
    invoke: async (invocation) => invoke(invocation),
  });
}

/** A model stream made by a plain function. */
export function streamModel<Chunk>(
  gate: TestGate,
  invoke: (invocation: Invocation<string>) => AsyncIterable<Chunk> | Promise<AsyncIterable<Chunk>>,
  options: CallContext & { readonly readChunk?: ReadChunk<Chunk> } = {},
): Promise<GuardedStream<Chunk>> {
  const { readChunk, ...context } = options;
  return runStream(gate, {
    codec: executeCodec<string, Chunk>({ model: "model-a", stream: true, readChunk }),
    request: PROMPT,
    context: gate.call(context),
    takesUsageRequest: false,
    invoke: async (invocation) => invoke(invocation),
  });
}

/** A chat request with several segments. */
export function chat(
  gate: TestGate,
  request: object,
  invoke: (invocation: Invocation<object>) => Promise<unknown> = async () => CHAT_ANSWER,
  context: CallContext = {},
): Promise<GuardedResult<unknown>> {
  return runCall(gate, {
    codec: openaiChatCodec,
    request,
    context: gate.call(context),
    invoke,
  });
}

/** A stream of the chat request with two messages. */
export function streamChat(
  gate: TestGate,
  invoke: (invocation: { readonly request: object }) => Promise<AsyncIterable<unknown>>,
  streamUsage: ProviderCodec<object, unknown, unknown>["streamUsage"] = openaiChatCodec.streamUsage,
): Promise<GuardedStream<unknown>> {
  return runStream(gate, {
    codec: { ...openaiChatCodec, streamUsage },
    request: { ...TWO_MESSAGES, stream: true },
    context: gate.call(),
    takesUsageRequest: false,
    invoke,
  });
}

/** A provider that must not be called. */
export async function neverCalled(): Promise<never> {
  throw new Error("the provider was called");
}

/** A delivery's `storage`: notes are stored at once, events with `stored`. */
export function storeEvents(stored: Promise<void>) {
  return (what: "note" | "event"): Promise<void> => (what === "event" ? stored : Promise.resolve());
}

/** Expects that one event was submitted, which has what `event` has. */
export function expectOne(gate: TestGate, event: object): void {
  expect(gate.delivery.events).toHaveLength(1);
  expect(gate.delivery.events[0]).toMatchObject(event);
}

export const CHAT_ANSWER = {
  model: "model-b",
  choices: [{ index: 0, message: { role: "assistant", content: "Paris" }, finish_reason: "stop" }],
  usage: { prompt_tokens: 7, completion_tokens: 1, total_tokens: 8 },
};

export const TWO_MESSAGES = {
  model: "model-a",
  messages: [
    { role: "system", content: "Be brief." },
    { role: "user", content: PROMPT },
  ],
};

/** A source of chunks that a test controls, and that records the calls it gets. */
export class ScriptedSource<Chunk> implements AsyncIterable<Chunk>, AsyncIterator<Chunk> {
  /** Calls of `next` and `return`, in order. */
  readonly calls: ("next" | "return")[] = [];
  readonly #waiting: {
    resolve: (result: IteratorResult<Chunk>) => void;
    reject: (error: unknown) => void;
  }[] = [];
  readonly #ready: ({ readonly result: IteratorResult<Chunk> } | { readonly error: unknown })[] =
    [];

  constructor(chunks: readonly Chunk[] = []) {
    for (const chunk of chunks) this.give(chunk);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Chunk>> {
    this.calls.push("next");
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#serve();
    });
  }

  async return(): Promise<IteratorResult<Chunk>> {
    this.calls.push("return");
    return { done: true, value: undefined };
  }

  give(value: Chunk): this {
    this.#ready.push({ result: { done: false, value } });
    this.#serve();
    return this;
  }

  end(): this {
    this.#ready.push({ result: { done: true, value: undefined } });
    this.#serve();
    return this;
  }

  fail(error: unknown): this {
    this.#ready.push({ error });
    this.#serve();
    return this;
  }

  #serve(): void {
    while (this.#waiting.length > 0 && this.#ready.length > 0) {
      const reader = this.#waiting.shift();
      const next = this.#ready.shift();
      if (next === undefined) return;
      if ("error" in next) reader?.reject(next.error);
      else reader?.resolve(next.result);
    }
  }
}

/** All chunks of a stream until it ends. */
export async function readAll<Chunk>(stream: AsyncIterable<Chunk>): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

/** What an iterator returns if the app always keeps `many` reads going, in the order of the reads. */
export async function readBy(many: number, iterator: AsyncIterator<unknown>): Promise<unknown[]> {
  const reads = Array.from({ length: many }, () => iterator.next());
  const got: unknown[] = [];
  for (const read of reads) {
    const { done, value } = await read;
    if (done) continue;
    got.push(value);
    reads.push(iterator.next());
  }
  return got;
}
