import { setImmediate as turn } from "node:timers/promises";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  defineProvider,
  type GuardedModelClientOptions,
  guardFetch,
  type Observer,
  type Segment,
} from "../../src/index.ts";
import { openaiChat } from "../../src/integrations/openai.ts";
import { createMasker } from "../../src/masking/create-masker.ts";
import { openTelemetryObserver } from "../../src/observability/opentelemetry.ts";
import { completion } from "../support/models/model-answers.ts";
import { useStand } from "../support/stands/stand.ts";

// Callbacks of the app run during a call. Whatever they do wrong costs no answer, no event and no
// process.

const model = "acme-1";
const MESSAGE = "from a callback of the app";
const failsLater = async (): Promise<never> => {
  throw new Error(MESSAGE);
};

const stand = useStand();

const uncaught: unknown[] = [];
const onUncaught = (reason: unknown): void => void uncaught.push(reason);
beforeEach(() => {
  process.on("unhandledRejection", onUncaught);
  process.on("uncaughtException", onUncaught);
});
afterEach(async () => {
  await turn();
  process.off("unhandledRejection", onUncaught);
  process.off("uncaughtException", onUncaught);
  expect(uncaught.splice(0)).toEqual([]);
  await stand.clear();
});

const execute = async (): Promise<string> => "an answer";
const lastEvent = () => stand.plane.stored.at(-1);

describe("a callback that is async by mistake and rejects", () => {
  it("causes no unhandled rejection as a logger method", async () => {
    const logger = { info: failsLater, warn: failsLater, error: failsLater };
    const observers = [{ onStart: () => expect.fail("of which the logger is told") }];
    const guard = stand.guard({ logger, observers });
    stand.plane.script("ingest", [{ status: 400, body: { error: "no" } }]);
    const { delivery } = await guard.call({ model, input: "a prompt", execute });
    expect(await delivery).toMatchObject({ status: "rejected" });
  });

  it("causes no unhandled rejection as waitUntil", async () => {
    const guard = stand.guard({ waitUntil: failsLater });
    const { delivery } = await guard.call({ model, input: "a prompt", execute });
    expect(await delivery).toMatchObject({ status: "delivered" });
  });

  it("causes no unhandled rejection as the providerName of the tracing observer", async () => {
    const named = openTelemetryObserver({ providerName: failsLater as never });
    const guard = stand.guard({ observers: [named] });
    const { output } = await guard.call({ model, input: "a prompt", execute });
    expect(output).toBe("an answer");
  });

  it("causes no unhandled rejection as readChunk, and withholds the event's content", async () => {
    const stream = await stand.guard().stream({
      ...{ model, input: "a prompt", readChunk: failsLater as never },
      execute: async function* () {
        yield { piece: 1 };
        yield { piece: 2 };
      },
    });
    const pieces: unknown[] = [];
    for await (const piece of stream) pieces.push(piece);
    await (await stream.result).delivery;
    expect(pieces).toHaveLength(2);
    expect(lastEvent()?.metadata).toMatchObject({ withheld: "answer_unreadable" });
  });
});

describe("a stream with restoreOutput", () => {
  it("reaches the app unchanged if its chunks cannot be read", async () => {
    const guard = stand.guard({ masker: createMasker(), restoreOutput: true });
    const given = [{ piece: 1 }, undefined, null, "a text"];
    const stream = await guard.stream({
      ...{ model, input: "Write to jane.doe@example.com." },
      execute: async function* () {
        yield* given;
      },
      readChunk: () => {
        throw new Error(MESSAGE);
      },
    });
    const pieces: unknown[] = [];
    for await (const piece of stream) pieces.push(piece);
    expect(pieces).toEqual(given);
    await (await stream.result).delivery;
    expect(lastEvent()?.metadata).toMatchObject({ withheld: "answer_unreadable" });
  });
});

describe("an answer with cycles and restoreOutput", () => {
  const input = "Write to jane.doe@example.com.";
  const told = "To jane.doe@example.com.";
  // With these two objects there are more paths than could be walked in years.
  const circle = (): object => {
    const one: Record<string, unknown> = {};
    const other = { one, again: one, list: [one, one] };
    return Object.assign(one, { other, again: other, list: [other, other] });
  };

  it("has its originals restored in a call", async () => {
    const guard = stand.guard({ masker: createMasker(), restoreOutput: true });
    const answer = { output: "To [EMAIL_1].", raw: circle() };
    const { response, output } = await guard.call({ model, input, execute: async () => answer });
    expect(output).toBe(told);
    expect(response.raw).toBe(answer.raw);
  });

  it("has its originals restored in a stream", async () => {
    const guard = stand.guard({ masker: createMasker(), restoreOutput: true });
    const stream = await guard.stream({
      ...{ model, input, readChunk: ({ text }: { text: string }) => ({ text }) },
      execute: async function* () {
        yield { raw: circle(), text: "To [EMAIL_1]." };
      },
    });
    const texts: string[] = [];
    for await (const { text } of stream) texts.push(text);
    expect(texts.join("")).toBe(told);
  });
});

describe("a callback that modifies its arguments", () => {
  const written = (segment: Segment): boolean => {
    Object.assign(segment, { text: "something harmless" });
    return true;
  };

  it("does not change the guard's input as guardScope, so that nothing else is sent", async () => {
    const given: string[] = [];
    await stand.guard({ guardScope: written }).call({
      ...{ model, input: "a prompt" },
      execute: async ({ input }) => {
        given.push(input);
        return "an answer";
      },
    });
    expect(stand.plane.guardRequests.map(({ body }) => body.input)).toEqual(given);
  });

  it("cannot turn a denial into an allow, or change the guard's text, as an observer", async () => {
    const observers = [
      {
        onDecision: (call: object, decision: object) => {
          Object.assign(decision, { allowed: true, transformedInput: "other words" });
          Object.assign(call, { clientEventId: "another" });
        },
      },
    ];
    const guard = stand.guard({ observers, logger: {} });
    const called = async (): Promise<never> => expect.fail("nobody has allowed it");
    stand.plane.script("guard", [{ status: 200, body: { allowed: false } }]);
    const denied = guard.call({ model, input: "a prompt", execute: called });
    await expect(denied).rejects.toMatchObject({ code: "guard_denied" });
    const echo = async ({ input }: { input: string }): Promise<string> => input;
    const allowed = await guard.call({ model, input: "a prompt", execute: echo });
    expect(allowed.output).toBe("a prompt");
  });

  it("does not change the app's result as an observer", async () => {
    const observers: Observer[] = [
      {
        onEnd: (_, { coverage }) => {
          Object.assign(coverage ?? {}, { complete: false });
          Object.assign(coverage?.inspected ?? {}, { characters: -1 });
        },
        onDelivery: (_, outcome) => void Object.assign(outcome, { status: "dropped" }),
      },
    ];
    const guard = stand.guard({ observers });
    const { coverage, delivery } = await guard.call({ model, input: "a prompt", execute });
    expect(coverage).toMatchObject({ complete: true, inspected: { characters: 8 } });
    expect(await delivery).toMatchObject({ status: "delivered" });
  });

  it("gets a masked prompt as onGuardUnavailable, and the event has what was sent", async () => {
    const guard = stand.guard({
      masker: createMasker(),
      onGuardUnavailable: (_, { segments }) => {
        for (const segment of segments) written(segment);
        return "allow";
      },
    });
    stand.plane.script("guard", [{ status: 400 }]);
    const echo = async ({ input }: { input: string }): Promise<string> => input;
    const input = "Write to jane.doe@example.com.";
    const { output, delivery } = await guard.call({ model, input, execute: echo });
    await delivery;
    expect(output).toBe("Write to [EMAIL_1].");
    expect(lastEvent()?.input).toBe(output);
  });

  it("cannot hide uninspected content from the coverage as denyUninspected", async () => {
    const picture = { type: "image_url", image_url: { url: "https://pictures.example/a.png" } };
    const content = [{ type: "text", text: "What is it?" }, picture];
    const denyUninspected: GuardedModelClientOptions["denyUninspected"] = (parts) => {
      (parts as unknown[]).length = 0;
      return false;
    };
    const create = async () => completion();
    const { coverage } = await stand.guard({ denyUninspected }).call({
      provider: openaiChat({ chat: { completions: { create } } } as never),
      request: { model, messages: [{ role: "user", content }] } as never,
    });
    expect(coverage).toMatchObject({ complete: false, uninspected: [{ kind: "image" }] });
  });
});

describe("a custom provider whose prompt mapping throws", () => {
  const secret = "a prompt that nobody else is to read";
  const request = { text: secret };
  const failing = (isMet: (times: number) => boolean) => {
    let times = 0;
    return defineProvider({
      name: "acme-chat",
      mapPrompt: (asked: typeof request, walk: { text<T>(text: T): T }) => {
        times += 1;
        if (isMet(times)) throw new TypeError(`cannot read ${asked.text}`);
        return { ...asked, text: walk.text(asked.text) };
      },
      execute: async () => expect.fail("not to be called"),
    });
  };

  it.each([
    ["when it is read", () => true],
    ["when the guard's rewrite is put into it", (times: number) => times > 2],
  ])("has none of the prompt in the error, %s", async (_, isMet) => {
    const body = { allowed: true, transformed_input: "another prompt" };
    stand.plane.script("guard", [{ status: 200, body }]);
    const failed = stand.guard().call({ provider: failing(isMet), request });
    const error = await failed.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: expect.stringMatching(/^(unguarded_request|rewrite_unmappable)$/),
    });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(secret);
  });
});

describe("a custom provider with an invalid answer", () => {
  const definition = {
    name: "acme-chat",
    mapPrompt: (request: { text: string }, walk: { text<T>(text: T): T }) => ({
      ...request,
      text: walk.text(request.text),
    }),
  };
  const unreadable = { output: "[withheld]", metadata: { withheld: "answer_unreadable" } };

  it.each([
    ["no output", () => ({})],
    ["an output that is no text", () => ({ output: 5 })],
    ["a promise", failsLater],
  ])("passes the answer to the app unchanged if it reads as %s", async (_, readAnswer) => {
    const answer = { said: "this" };
    const provider = defineProvider({
      ...{ ...definition, execute: async () => answer, readAnswer: readAnswer as never },
    });
    const request = { model, text: "a prompt" };
    const { response, delivery } = await stand.guard().call({ provider, request });
    expect(response).toBe(answer);
    expect(await delivery).toMatchObject({ status: "delivered" });
    expect(lastEvent()).toMatchObject(unreadable);
  });

  it.each([
    ["nothing", () => undefined],
    ["no output", () => ({})],
    ["a promise", failsLater],
  ])("ends its stream normally if its answer is collected as %s", async (_, answer) => {
    const provider = defineProvider({
      ...definition,
      open: async function* () {
        yield { piece: 1 };
      },
      collectAnswer: () => ({ push: () => undefined, answer: answer as never }),
    });
    const request = { model, text: "a prompt" };
    const stream = await stand.guard().stream({ provider, request });
    const pieces: unknown[] = [];
    for await (const piece of stream) pieces.push(piece);
    expect(pieces).toEqual([{ piece: 1 }]);
    await (await stream.result).delivery;
    expect(lastEvent()).toMatchObject(unreadable);
  });

  it("has a model name omitted that exceeds the service's limits", async () => {
    const readAnswer = () => ({ output: "an answer", model: "m".repeat(5_000_000) });
    const provider = defineProvider({
      ...definition,
      execute: async () => "an answer",
      readAnswer,
    });
    const request = { model, text: "a prompt" };
    const { delivery } = await stand.guard().call({ provider, request });
    expect(await delivery).toMatchObject({ status: "delivered" });
    expect(lastEvent()).toMatchObject({ output: "an answer", model });
  });

  it("has values omitted that an event cannot hold", async () => {
    const readAnswer = () => ({
      ...{ output: "an answer", model: 5, finishReason: {}, usage: { prompt_tokens: "many" } },
    });
    const provider = defineProvider({
      ...{ ...definition, execute: async () => "an answer", readAnswer: readAnswer as never },
    });
    const request = { model, text: "a prompt" };
    const { delivery } = await stand.guard().call({ provider, request });
    expect(await delivery).toMatchObject({ status: "delivered" });
    expect(lastEvent()).toMatchObject({ output: "an answer", model });
  });
});

describe("the app's own fetch", () => {
  it.each([
    ["nothing", () => undefined],
    ["a response that nobody can change", () => Object.freeze(Response.json(completion()))],
  ])("may return %s, which the app gets unchanged", async (_, answer) => {
    const given = answer();
    const guard = stand.guard();
    const guarded = guardFetch(async () => given as Response, guard);
    const body = JSON.stringify({ model, messages: [{ role: "user", content: "a prompt" }] });
    const url = "https://models.example/v1/chat/completions";
    expect(await guarded(url, { method: "POST", body })).toBe(given);
    await guard.flush();
    expect(lastEvent()?.metadata).toMatchObject({ withheld: "answer_unreadable" });
  });
});

describe("the app's transport for the data plane", () => {
  const unreadableError = (): Error => {
    const refuse = (): never => {
      throw new Error("cannot be looked at");
    };
    return Object.defineProperties(new Error(), {
      ...{ name: { get: refuse }, message: { get: refuse } },
      ...{ code: { get: refuse }, cause: { get: refuse } },
    });
  };
  const throws = (): never => {
    throw unreadableError();
  };

  it.each([
    ["a fetch", { fetch: throws }],
    ["a dispatcher", { dispatcher: { dispatch: throws } }],
    ["a function for the key", { apiKey: throws }],
  ])("may fail with an error that cannot be inspected: %s", async (_, options) => {
    const guard = stand.guard({ ...options, guardDeadlineMs: 200 });
    const calling = guard.call({ model, input: "a prompt", execute });
    await expect(calling).rejects.toMatchObject({ code: "guard_unavailable" });
  });

  it("may throw when a request is aborted", async () => {
    const dispatcher = {
      dispatch(_: object, handler: { onRequestStart?(controller: never, context: never): void }) {
        handler.onRequestStart?.({ abort: throws } as never, {} as never);
        return true;
      },
    };
    const guard = stand.guard({ dispatcher: dispatcher as never, guardDeadlineMs: 50 });
    const calling = guard.call({ model, input: "a prompt", execute });
    await expect(calling).rejects.toMatchObject({ code: "guard_unavailable", kind: "unreachable" });
  });

  it("may return a date that no event can have", async () => {
    const headers = { date: "Sat, 13 Sep 275760 00:00:00 GMT" };
    stand.plane.script("guard", [{ headers }]);
    stand.plane.script("ingest", [
      { headers, status: 400, body: { error: "stale_event_timestamp" } },
    ]);
    const guard = stand.guard();
    for (let calls = 0; calls < 2; calls += 1) {
      const { delivery } = await guard.call({ model, input: "a prompt", execute });
      expect(await delivery).toMatchObject({ status: "delivered" });
    }
    expect(lastEvent()?.timestamp).toMatch(/^20\d\d-/);
  });

  it("is cancelled at the deadline, even an endless body of a fetch without signals", async () => {
    let letGo = false;
    const cancel = (): void => {
      letGo = true;
    };
    const body = () => new ReadableStream({ cancel });
    const guard = stand.guard({ fetch: async () => new Response(body()), guardDeadlineMs: 500 });
    const calling = guard.call({ model, input: "a prompt", execute });
    await expect(calling).rejects.toMatchObject({ code: "guard_unavailable" });
    expect(letGo).toBe(true);
  });
});
