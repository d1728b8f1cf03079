import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import {
  type GuardedModelClient,
  type GuardedModelClientOptions,
  lifecycleOf,
} from "../../src/index.ts";
import { guardOpenAI, openaiChat } from "../../src/integrations/openai.ts";
import { failure, json, SAID, streamThen, wellBehaved } from "../support/models/model-answers.ts";
import { OPENAI_KINDS, type OpenAIKind } from "../support/models/openai-kinds.ts";
import { RecordingDelivery } from "../support/outboxes/recording-delivery.ts";
import { caught } from "../support/outcomes.ts";
import { stopwatch } from "../support/processes/stopwatch.ts";
import { leaksOf, ORIGINAL } from "../support/secrets.ts";
import { openStand, type Stand } from "../support/stands/stand.ts";

const kind = OPENAI_KINDS[2] as OpenAIKind;
const model = "gpt-4o-mini";
const input = `Write to ${ORIGINAL}, please.`;
const request = { model, messages: [{ role: "user" as const, content: input }] };
const providerKey = ["sk", "proj", "y".repeat(24)].join("-");

/** At once, with a tolerance for a machine that is busy with other tests. */
const SOON_MS = 250;

describe("a call whose provider", () => {
  let stand: Stand;
  const logged: unknown[] = [];
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown): void => void unhandled.push(reason);
  beforeAll(async () => {
    process.on("unhandledRejection", onUnhandled);
    stand = await openStand({ forbidden: [ORIGINAL, providerKey] }, wellBehaved);
  });
  afterEach(async () => {
    // Unhandled rejections are reported after the microtasks.
    await sleep(1);
    expect(unhandled).toEqual([]);
    expect(leaksOf(logged, ORIGINAL, providerKey, stand.plane.apiKey)).toEqual([]);
    logged.length = 0;
    await stand.clear();
  });
  afterAll(async () => {
    process.off("unhandledRejection", onUnhandled);
    await stand.close();
  });

  const log = (...told: unknown[]): void => void logged.push(told);
  const guardOf = (options: GuardedModelClientOptions = {}): GuardedModelClient =>
    stand.guard({ logger: { info: log, warn: log, error: log }, ...options });
  const clientOf = (options: object = {}) => kind.make(stand.provider.url, options);

  /** The one event of a call, once it is stored. */
  const theEvent = async (guard: GuardedModelClient) => {
    const stats = await guard.flush({ deadlineMs: 15_000 });
    expect(stats).toMatchObject({ created: 1, delivered: 1, pending: 0 });
    expect(stand.plane.stored).toHaveLength(1);
    return stand.plane.stored[0];
  };

  describe("fails before the first byte", () => {
    const telling = new RangeError(`cannot tell ${ORIGINAL} with ${providerKey}`);
    Object.assign(telling, { status: 418, code: "teapot", prompt: input });

    it.each<readonly [string, () => never | Promise<never>]>([
      [
        "throws",
        () => {
          throw telling;
        },
      ],
      ["rejects", () => Promise.reject(telling)],
    ])("%s: passes on its error, and keeps the text out of the event", async (_n, execute) => {
      const guard = guardOf();
      const error = await caught(guard.call({ model, input, execute }));
      expect(error).toBe(telling);
      expect(await lifecycleOf(error)?.outcome).toBe("error");
      const event = await theEvent(guard);
      expect(event).toMatchObject({
        event_type: "error",
        severity: "error",
        output: "",
        metadata: { outcome: "error", error: { name: "RangeError", status: 418, code: "teapot" } },
      });
    });

    it.each([["a string"], [undefined], [null], [42], [{ status: "x", code: { a: 1 } }]])(
      "throws %s: is reported",
      async (thrown) => {
        const guard = guardOf();
        const execute = () => Promise.reject(thrown);
        expect(await caught(guard.call({ model, input, execute }))).toBe(thrown);
        expect(await theEvent(guard)).toMatchObject({ event_type: "error" });
      },
    );

    it("answers with an error that echoes the prompt: reports it without the text", async () => {
      const message = `You sent ${input} with ${providerKey}`;
      const answer = json({ error: { message, type: "x", code: "bad" } }, 500, {
        "retry-after-ms": "1",
      });
      stand.provider.answerWith(answer);
      const guard = guardOf();
      const client = guardOpenAI(clientOf({ maxRetries: 2 }), guard);
      const error = await caught(client.chat.completions.create(request));
      expect(error).toBeInstanceOf(kind.sdk.InternalServerError);
      expect((error as Error).message).toContain(providerKey);
      const event = await theEvent(guard);
      expect(event).toMatchObject({
        event_type: "error",
        metadata: { error: { name: "InternalServerError", status: 500, code: "bad" } },
      });
      expect(stand.provider.requests).toHaveLength(3);
      expect(stand.plane.guardRequests).toHaveLength(1);
    });

    it("fails for a stream: passes on the error, and reports it", async () => {
      stand.provider.answerWith(failure(400));
      const guard = guardOf();
      const provider = openaiChat(clientOf());
      const error = await caught(guard.stream({ provider, request }));
      expect(error).toBeInstanceOf(kind.sdk.BadRequestError);
      expect(await theEvent(guard)).toMatchObject({ event_type: "error" });
    });

    it("returns no stream: fails, and reports it", async () => {
      const guard = guardOf();
      const execute = () => ({ no: "stream" }) as never;
      await expect(guard.stream({ model, input, execute })).rejects.toMatchObject({
        code: "configuration",
        message: expect.stringContaining("execute"),
      });
      expect(await theEvent(guard)).toMatchObject({ event_type: "error" });
    });
  });

  describe("is in the middle of a stream", () => {
    async function* words(then: () => void | Promise<void>) {
      yield "All";
      yield " is";
      await then();
      yield " lost";
    }

    it("throws: passes on chunks and error, and reports the same text", async () => {
      const broken = new Error(`lost ${ORIGINAL}`);
      const guard = guardOf();
      const execute = () => words(() => Promise.reject(broken));
      const stream = await guard.stream({ model, input, execute });
      const seen: string[] = [];
      const reading = (async () => {
        for await (const chunk of stream) seen.push(chunk);
      })();
      expect(await caught(reading)).toBe(broken);
      expect(await caught(stream.result)).toBe(broken);
      expect(seen).toEqual(["All", " is"]);
      expect(await theEvent(guard)).toMatchObject({
        event_type: "error",
        severity: "error",
        output: "All is",
        metadata: { outcome: "error", error: { name: "Error" } },
      });
    });

    it("loses its connection: passes on chunks and the SDK's error, and reports both", async () => {
      stand.provider.answerWith(streamThen(3, (response) => void response.socket?.destroy()));
      const guard = guardOf();
      const stream = await guard.stream({ provider: openaiChat(clientOf()), request });
      let text = "";
      const reading = (async () => {
        for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? "";
      })();
      await caught(reading);
      expect(text).toBe("All is");
      expect(await theEvent(guard)).toMatchObject({ event_type: "error", output: "All is" });
    });

    const LEAVING: Record<
      string,
      (stream: AsyncIterable<string> & AsyncDisposable & { abort(): void }) => Promise<unknown>
    > = {
      "breaks out": async (stream) => {
        for await (const _chunk of stream) break;
      },
      "throws in its loop": async (stream) => {
        const loop = async () => {
          for await (const _chunk of stream) throw new RangeError("mine");
        };
        await caught(loop());
      },
      "calls return()": async (stream) => {
        const iterator = stream[Symbol.asyncIterator]();
        await iterator.next();
        await iterator.return?.();
      },
      "aborts it": async (stream) => {
        for await (const _chunk of stream) stream.abort();
      },
      "aborts it unread": async (stream) => stream.abort(),
      "disposes of it": (stream) => stream[Symbol.asyncDispose]() as Promise<void>,
    };

    it.each(Object.entries(LEAVING))(
      "the app %s: is cancelled, once, including the provider's request",
      async (_n, leave) => {
        const guard = guardOf();
        let signal: AbortSignal | undefined;
        const stream = await guard.stream({
          model,
          input,
          execute: (given) => {
            signal = given.signal;
            return words(() => new Promise(() => undefined));
          },
        });
        await leave(stream);
        const result = await stream.result;
        expect(result.outcome).toBe("cancelled");
        expect(signal?.aborted).toBe(true);
        expect(await theEvent(guard)).toMatchObject({
          event_type: "complete",
          severity: "warning",
          output: result.output,
          metadata: { outcome: "cancelled" },
        });
      },
    );

    it.each(["before it reads", "between two reads", "within a read"])(
      "the app's signal aborts %s: rejects with its reason at once",
      async (when) => {
        const guard = guardOf();
        const aborting = new AbortController();
        const { signal } = aborting;
        const reason = new Error("no longer needed");
        const never = () => new Promise<void>(() => undefined);
        const execute = () => words(never);
        const stream = await guard.stream({ model, input, execute, signal });
        const iterator = stream[Symbol.asyncIterator]();
        if (when !== "before it reads") await iterator.next();
        if (when === "within a read") await iterator.next();
        const pending = when === "within a read" ? caught(iterator.next()) : undefined;
        const waitedMs = stopwatch();
        aborting.abort(reason);
        expect(await (pending ?? caught(iterator.next()))).toBe(reason);
        expect(waitedMs()).toBeLessThan(SOON_MS);
        expect((await stream.result).outcome).toBe("cancelled");
        expect(await theEvent(guard)).toMatchObject({ metadata: { outcome: "cancelled" } });
      },
    );

    it("the app never reads the stream: is reported when the client closes", async () => {
      stand.provider.answerWith(streamThen(2, () => undefined));
      // A delivery has only a short time to send what it gets then.
      const delivery = new RecordingDelivery();
      const guard = guardOf({ delivery: { name: "recording", start: () => delivery } });
      const client = guardOpenAI(clientOf(), guard);
      const kept = [
        await client.chat.completions.create({ ...request, stream: true }),
        await client.chat.completions.create({ ...request, stream: true }).asResponse(),
        await guard.stream({ provider: openaiChat(clientOf()), request }),
        client.chat.completions.create({ ...request, stream: true }),
      ];
      await expect.poll(() => stand.provider.requests).toHaveLength(4);
      await sleep(50);
      await guard.close({ deadlineMs: 1_000 });
      expect(delivery.events.map((event) => event.metadata?.outcome)).toEqual(
        Array(4).fill("cancelled"),
      );
      await expect.poll(() => stand.provider.hangUps).toBe(4);
      expect(kept).toHaveLength(4);
    });

    it("the stream never ends: keeps a limited text, and its end as the time", async () => {
      const guard = guardOf();
      async function* endless() {
        for (;;) yield "x".repeat(1_000);
      }
      const stream = await guard.stream({ model, input, execute: endless });
      let read = 0;
      for await (const chunk of stream) {
        read += chunk.length;
        if (read >= 500_000) break;
      }
      const endedAt = Date.now();
      const event = await theEvent(guard);
      expect(event?.output).toHaveLength(32_000);
      expect(event?.metadata).toMatchObject({ truncated: { output: 500_000 } });
      expect(Math.abs(Date.parse(event?.timestamp ?? "") - endedAt)).toBeLessThan(1_000);
    });
  });

  describe("is aborted by the app", () => {
    it("while it waits: rejects with the reason at once", async () => {
      const guard = guardOf();
      const aborting = new AbortController();
      const { signal } = aborting;
      const reason = new Error("no longer needed");
      let given: AbortSignal | undefined;
      const answer = caught(
        guard.call({
          ...{ model, input, signal },
          execute: (call) => {
            given = call.signal;
            return new Promise<string>(() => undefined);
          },
        }),
      );
      await expect.poll(() => given).toBeDefined();
      const waitedMs = stopwatch();
      aborting.abort(reason);
      expect(await answer).toBe(reason);
      expect(waitedMs()).toBeLessThan(SOON_MS);
      expect(given?.aborted).toBe(true);
      expect(given?.reason).toBe(reason);
      expect(await theEvent(guard)).toMatchObject({
        ...{ event_type: "complete", severity: "warning", metadata: { outcome: "cancelled" } },
      });
    });

    it("and the provider fails later: causes no unhandled rejection", async () => {
      const guard = guardOf();
      const aborting = new AbortController();
      const reason = new Error("no longer needed");
      const unhandled: unknown[] = [];
      const note = (late: unknown): void => void unhandled.push(late);
      process.on("unhandledRejection", note);
      onTestFinished(() => void process.off("unhandledRejection", note));
      let fail = (_error: Error): void => undefined;
      const answer = caught(
        guard.call({
          ...{ model, input, signal: aborting.signal },
          execute: () =>
            new Promise<string>((_resolve, reject) => {
              fail = reject;
              aborting.abort(reason);
            }),
        }),
      );
      expect(await answer).toBe(reason);
      fail(new Error("too late"));
      expect(await theEvent(guard)).toMatchObject({ metadata: { outcome: "cancelled" } });
      expect(unhandled).toEqual([]);
    });
  });

  describe("answers, but a callback fails", () => {
    it.each<readonly [string, GuardedModelClientOptions["beforeIngest"], string]>([
      [
        "throws",
        () => {
          throw new Error(ORIGINAL);
        },
        "beforeIngest_failed",
      ],
      ["withholds", () => "withhold", "beforeIngest"],
      ["gives no event", () => undefined as never, "beforeIngest_invalid"],
    ])(
      "beforeIngest %s: the app gets its answer, and the content is withheld",
      async (_n, beforeIngest, why) => {
        const options = { contentMayDiffer: () => true };
        const other = await openStand({ forbidden: [ORIGINAL], ...options }, wellBehaved);
        const guard = other.guard({ beforeIngest });
        const client = guardOpenAI(kind.make(other.provider.url), guard);
        const answer = await client.chat.completions.create(request);
        expect(answer.choices[0]?.message.content).toBe(SAID);
        await guard.flush();
        expect(other.plane.stored).toMatchObject([
          { input: "[withheld]", output: "[withheld]", metadata: { withheld: why } },
        ]);
        expect(other.plane.breaches).toEqual([]);
        await other.close();
      },
    );

    it("readChunk throws: the app gets its chunks, and the content is withheld", async () => {
      const guard = guardOf();
      async function* chunks() {
        yield { word: "All" };
        yield { word: " is" };
      }
      const stream = await guard.stream({
        ...{ model, input, execute: chunks },
        readChunk: () => {
          throw new Error(ORIGINAL);
        },
      });
      const seen: unknown[] = [];
      for await (const chunk of stream) seen.push(chunk);
      expect(seen).toEqual([{ word: "All" }, { word: " is" }]);
      expect(await theEvent(guard)).toMatchObject({
        output: "[withheld]",
        metadata: { outcome: "complete", withheld: "answer_unreadable" },
      });
    });

    it("observers, onLifecycle and loggers throw: call and event are unaffected", async () => {
      const fail = (): never => {
        throw new Error("mine");
      };
      const guard = guardOf({
        observers: [{ onStart: fail, onDecision: fail, onEnd: fail, onDelivery: fail }],
        logger: { info: fail, warn: fail, error: fail },
        waitUntil: fail,
        defaults: { onLifecycle: fail },
      });
      const result = await guard.call({ model, input, execute: () => "All is well." });
      expect(result.output).toBe("All is well.");
      expect(await result.delivery).toMatchObject({ status: "delivered" });
    });
  });
});
