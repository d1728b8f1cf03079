import { PassThrough, Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { guardFetch, lifecycleOf } from "../../../src/index.ts";
import {
  completion,
  json,
  openStream,
  streamThen,
  wellBehaved,
} from "../../support/models/model-answers.ts";
import { useStand } from "../../support/stands/stand.ts";

/**
 * The body of a guarded response, compared to that of an unguarded one in everything that a body
 * can do.
 */

const headers = { "content-type": "application/json" };
const asked = (stream: boolean): string =>
  JSON.stringify({
    ...{ model: "gpt-4o-mini", stream },
    messages: [{ role: "user", content: "How are you?" }],
  });

const stand = useStand({}, wellBehaved);

type Use = (answer: Response) => Promise<unknown>;

const post = (doorway: typeof fetch, stream = false): Promise<Response> =>
  doorway(`${stand.provider.url}/v1/chat/completions`, {
    ...{ method: "POST", headers, body: asked(stream) },
  });

/** The result of a promise; errors by what distinguishes them for an app. */
async function told(work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    const { name, message, code } = error as Error & { code?: unknown };
    return { name, message, code };
  }
}

const bodyOf = (answer: Response): ReadableStream<Uint8Array<ArrayBuffer>> => {
  if (answer.body === null) throw new Error("no body");
  return answer.body;
};

/** Reads into buffers of `size` bytes, like a reader that brings its own. */
async function readInto(body: ReadableStream<Uint8Array>, size: number): Promise<unknown> {
  const reader = body.getReader({ mode: "byob" });
  let buffer = new ArrayBuffer(size);
  let text = "";
  for (;;) {
    const { done, value } = await reader.read(new Uint8Array(buffer));
    if (value !== undefined) text += Buffer.from(value).toString("latin1");
    if (done) return { text, last: value?.byteLength, closed: await reader.closed };
    buffer = value.buffer;
    expect(buffer.byteLength).toBe(size);
  }
}

const state = (answer: Response): unknown => [answer.bodyUsed, answer.body?.locked];

const USES: Record<string, Use> = {
  "buffers of one byte": (answer) => readInto(bodyOf(answer), 1),
  "buffers of 7 bytes": (answer) => readInto(bodyOf(answer), 7),
  "large buffers": (answer) => readInto(bodyOf(answer), 100_000),
  "one buffer, and then no more": async (answer) => {
    const reader = bodyOf(answer).getReader({ mode: "byob" });
    const { value } = await reader.read(new Uint8Array(4));
    await reader.cancel("enough");
    return [value, await reader.read(new Uint8Array(4)), state(answer)];
  },
  "a buffer first and pieces then": async (answer) => {
    const body = bodyOf(answer);
    const own = body.getReader({ mode: "byob" });
    const { value } = await own.read(new Uint8Array(5));
    own.releaseLock();
    let text = Buffer.from(value ?? []).toString();
    for await (const piece of body) text += Buffer.from(piece).toString();
    return text;
  },
  "words of 16 bits": async (answer) => {
    const reader = bodyOf(answer).getReader({ mode: "byob" });
    const { value } = await reader.read(new Uint16Array(4));
    await reader.cancel();
    return value;
  },
  "a buffer of no bytes": async (answer) => {
    const reader = bodyOf(answer).getReader({ mode: "byob" });
    const refused = await told(() => reader.read(new Uint8Array(0)));
    await reader.cancel();
    return refused;
  },
  "copies, each in its own way": async (answer) => {
    const copy = answer.clone();
    const copies = [readInto(bodyOf(copy), 9), answer.text()];
    return Promise.all(copies);
  },
  "copies of copies": async (answer) => {
    const copy = answer.clone();
    const another = copy.clone();
    const told = [copy, another].map(({ url, type, status, redirected }) => [
      ...[url, type, status, redirected],
    ]);
    return [told, await Promise.all([another.text(), copy.text(), answer.text()])];
  },
  "a copy of what was looked at, and its body": async (answer) => {
    const before = bodyOf(answer);
    const copy = answer.clone();
    const rest = bodyOf(answer);
    const looked = [before.locked, rest.locked, rest === bodyOf(answer)];
    return [looked, await Promise.all([readInto(rest, 9), copy.text()])];
  },
  "copies of a copy that was looked at": async (answer) => {
    const copy = answer.clone();
    const before = bodyOf(copy);
    const another = copy.clone();
    const texts = Promise.all([answer.text(), another.text(), readInto(bodyOf(copy), 9)]);
    return [before.locked, await texts];
  },
  "a copy of what was used": async (answer) => {
    await answer.text();
    return told(() => answer.clone());
  },
  "tee()": async (answer) => {
    const branches = bodyOf(answer).tee();
    const [locked, ...texts] = await Promise.all([
      told(() => answer.text()),
      ...branches.map((branch) => readInto(branch, 11)),
    ]);
    return [locked, texts, state(answer)];
  },
  "a blob": async (answer) => {
    const blob = await answer.blob();
    return [blob.type, blob.size, await blob.text()];
  },
  "a form, which it is not": (answer) => told(() => answer.formData()),
  "loops that may go on later": async (answer) => {
    const body = bodyOf(answer);
    let text = "";
    for await (const piece of body.values({ preventCancel: true })) {
      text += Buffer.from(piece).toString();
      break;
    }
    const between = state(answer);
    for await (const piece of body) text += Buffer.from(piece).toString();
    return [text, between, state(answer)];
  },
  "streams behind it": async (answer) => {
    const through = bodyOf(answer).pipeThrough(new TextDecoderStream());
    const during = state(answer);
    let text = "";
    for await (const piece of through) text += piece;
    return [text, during, state(answer)];
  },
  "a sink": async (answer) => {
    let text = "";
    const write = (piece: Uint8Array): void => {
      text += Buffer.from(piece).toString();
    };
    await bodyOf(answer).pipeTo(new WritableStream({ write }));
    return [text, state(answer)];
  },
  "another response": async (answer) => new Response(answer.body).text(),
  "what has a reader": async (answer) => {
    const body = bodyOf(answer);
    const reader = body.getReader();
    const locked = await Promise.all([
      told(() => answer.text()),
      told(() => answer.clone()),
      told(() => body.getReader()),
      told(() => body.cancel()),
      told(() => body.tee()),
    ]);
    const during = state(answer);
    reader.releaseLock();
    return [locked, during, state(answer), await answer.text(), state(answer)];
  },
  twice: async (answer) => [await answer.text(), await told(() => answer.json()), state(answer)],
  "nothing, and then a cancel": async (answer) => {
    const before = state(answer);
    const cancelled = await bodyOf(answer).cancel();
    return [before, cancelled, state(answer), await told(() => answer.text())];
  },
  "the same body each time it is asked for": async (answer) => {
    const { body } = answer;
    const same = [body === answer.body];
    await answer.text();
    return [same, body === answer.body, state(answer)];
  },
};

describe.each([
  ["whole", false],
  ["streamed", true],
] as const)("the body of a guarded response, received %s,", (_kind, stream) => {
  it.each(Object.entries(USES))("behaves like an unguarded one: %s", async (_name, use) => {
    const bare = await use(await post(fetch, stream));
    const guard = stand.guard();
    expect(await use(await post(guard.fetch, stream))).toEqual(bare);
    expect(await guard.flush({ deadlineMs: 15_000 })).toMatchObject({ created: 1, pending: 0 });
  });
});

describe("the body of a guarded response", () => {
  it("fails in a BYOB reader like an unguarded one, with one event", async () => {
    const read: Use = async (answer) => {
      const reader = bodyOf(answer).getReader({ mode: "byob" });
      const { value } = await reader.read(new Uint8Array(100_000));
      return [value?.byteLength, await told(() => reader.read(new Uint8Array(10)))];
    };
    const cut = streamThen(3, (response) => void response.destroy());
    stand.provider.answerWith(cut);
    const bare = await read(await post(fetch, true));
    const guard = stand.guard();
    expect(await read(await post(guard.fetch, true))).toEqual(bare);
    await guard.flush({ deadlineMs: 15_000 });
    expect(stand.plane.stored).toMatchObject([
      { output: "All is", metadata: { outcome: "error" } },
    ]);
  });

  it("passes on what arrived of an event before it broke off, where usage is concealed", async () => {
    const read: Use = async (answer) => {
      let text = "";
      const reading = (async () => {
        for await (const bytes of bodyOf(answer)) text += Buffer.from(bytes).toString();
      })();
      return [await told(() => reading), text];
    };
    const half = streamThen(1, async (response) => {
      await new Promise((resolve) => response.write('data: {"choices":[', resolve));
      response.destroy();
    });
    stand.provider.answerWith(half);
    const bare = await read(await post(fetch, true));
    const guard = stand.guard({ captureStreamUsage: "always" });
    expect(await read(await post(guard.fetch, true))).toEqual(bare);
    expect(stand.provider.requests.at(-1)?.body).toHaveProperty("stream_options");
  });

  it.each(["text", "json", "arrayBuffer", "blob"] as const)(
    "fails %s() like an unguarded one after an abort, whatever the reason",
    async (way) => {
      stand.provider.answerWith(streamThen(1, () => undefined));
      const guard = stand.guard();
      const read = async (doorway: typeof fetch, reason: unknown): Promise<unknown> => {
        const aborting = new AbortController();
        const { signal } = aborting;
        const answer = await post((url, init) => doorway(url, { ...init, signal }), true);
        aborting.abort(reason);
        return [await told(() => answer[way]()), answer.bodyUsed];
      };
      for (const reason of [undefined, new Error("no longer needed"), "because"]) {
        expect(await read(guard.fetch, reason)).toEqual(await read(fetch, reason));
      }
      await guard.flush({ deadlineMs: 15_000 });
      const outcomes = stand.plane.stored.map((event) => event.metadata?.outcome);
      expect(outcomes).toEqual(["cancelled", "cancelled", "cancelled"]);
    },
  );

  it("is read to its end after an abort of its request's signal that the options took away", async () => {
    const read = async (doorway: typeof fetch): Promise<unknown> => {
      const url = `${stand.provider.url}/v1/chat/completions`;
      const signal = AbortSignal.abort();
      const request = new Request(url, { method: "POST", headers, body: asked(false), signal });
      return told(async () => (await doorway(request, { signal: null })).text());
    };
    stand.provider.answerWith(json(completion()));
    const guard = stand.guard();
    expect(await read(guard.fetch)).toEqual(await read(fetch));
  });

  it("may be modified by the app, which does not change the event", async () => {
    const text = JSON.stringify(completion());
    stand.provider.answerWith(async ({ response }) => {
      response.writeHead(200, { "content-type": "application/json" });
      for (const part of [text.slice(0, 30), text.slice(30)]) {
        await new Promise((resolve) => response.write(part, resolve));
      }
      response.end();
    });
    const guard = stand.guard();
    for (const spoil of [
      (piece: Uint8Array<ArrayBuffer>) => void piece.fill(0x20),
      (piece: Uint8Array<ArrayBuffer>) => void structuredClone(piece, { transfer: [piece.buffer] }),
    ]) {
      for await (const piece of bodyOf(await post(guard.fetch))) spoil(piece);
    }
    await guard.flush({ deadlineMs: 15_000 });
    const { stored } = stand.plane;
    expect(stored.map(({ output }) => output)).toEqual([
      "All is well, thank you.",
      stored[0]?.output,
    ]);
    expect(stored[1]?.metadata).not.toHaveProperty("withheld");
  });

  it("has its own event, even if several are read interleaved", async () => {
    const words = (name: string): string[] => [name, name.repeat(17_000), ` ${name}`, name];
    const eventOf = (content: string): Uint8Array<ArrayBuffer> =>
      new TextEncoder().encode(
        `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`,
      );
    let names = ["a", "b", "c"];
    const base: typeof fetch = async () => {
      const [name = "", ...others] = names;
      names = others;
      const left = words(name);
      const pull = (controller: ReadableByteStreamController): void => {
        const next = left.shift();
        if (next === undefined) controller.close();
        else controller.enqueue(eventOf(next));
      };
      return new Response(new ReadableStream({ type: "bytes", pull }, { highWaterMark: 0 }), {
        headers: { "content-type": "text/event-stream" },
      });
    };
    const guard = stand.guard();
    const doorway = guardFetch(base, guard);
    const answers = [await post(doorway), await post(doorway), await post(doorway)];
    const readers = answers.map((answer) => bodyOf(answer).getReader());
    for (const _ of words("")) {
      for (const reader of readers) (await reader.read()).value?.fill(0x20);
    }
    for (const reader of readers) expect(await reader.read()).toMatchObject({ done: true });
    await guard.flush({ deadlineMs: 2_000 });
    expect(stand.plane.stored.map(({ output }) => output).sort()).toEqual(
      ["a", "b", "c"].map((name) => words(name).join("")),
    );
  });

  it("is a byte stream only if the unguarded one is", async () => {
    const pieces = [new TextEncoder().encode(JSON.stringify(completion()))];
    const base: typeof fetch = async () =>
      new Response(
        new ReadableStream({
          start(controller) {
            for (const piece of pieces) controller.enqueue(piece);
            controller.close();
          },
        }),
        { headers },
      );
    const doorway = guardFetch(base, stand.guard());
    const answers = await Promise.all([post(base), post(doorway)]);
    const byob: Use = (answer) => told(() => bodyOf(answer).getReader({ mode: "byob" }));
    const [bare, guarded] = await Promise.all(answers.map(byob));
    expect(guarded).toEqual(bare);
    // A test double that answers twice with the same bytes still has them.
    for (const answer of [...answers, await post(doorway)]) {
      expect(await answer.json()).toMatchObject({ object: "chat.completion" });
    }
  });

  it("has the same backpressure: what is not read is not fetched", async () => {
    let written = 0;
    stand.provider.answerWith(async ({ response, hungUp }) => {
      openStream(response);
      const gone = hungUp.then(() => true);
      const block = "x".repeat(256 * 1024);
      for (let more = true; more && written < 400; written += 1) {
        const room = response.write(`: ${block}\n\n`);
        const drained = room ? false : new Promise((resolve) => response.once("drain", resolve));
        more = (await Promise.race([gone, drained])) !== true;
      }
    });
    const guard = stand.guard();
    const answer = await post(guard.fetch, true);
    const reader = bodyOf(answer).getReader({ mode: "byob" });
    await reader.read(new Uint8Array(10));
    await reader.cancel();
    expect(written).toBeLessThan(400);
    await guard.flush({ deadlineMs: 15_000 });
    expect(stand.plane.stored).toMatchObject([{ metadata: { outcome: "cancelled" } }]);
  });

  it("has the same lifecycle in every clone", async () => {
    stand.provider.answerWith(json(completion()));
    const answer = await post(stand.guard().fetch);
    const copy = answer.clone();
    const another = copy.clone();
    for (const each of [answer, copy, another]) {
      expect(lifecycleOf(each)).toBe(lifecycleOf(answer));
      expect(each.headers.get("x-guard-client-event-id")).toBe(lifecycleOf(answer)?.clientEventId);
      await each.text();
    }
  });
});

/** A response like node-fetch's: its body is a Node.js stream with readers of its own. */
class StreamedResponse {
  readonly ok = true;
  readonly status = 200;
  readonly headers = new Headers(headers);
  readonly body: Readable;
  constructor(pieces: readonly Buffer[]) {
    this.body = Readable.from(pieces);
  }
  async text(): Promise<string> {
    return Buffer.concat(await this.body.toArray()).toString();
  }
  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
}

describe("guardFetch over a different implementation of fetch", () => {
  const text = JSON.stringify(completion());
  const over = (answer: () => unknown): typeof fetch =>
    guardFetch((async () => answer()) as unknown as typeof fetch, stand.guard());
  const reported = { output: "All is well, thank you.", metadata: { outcome: "complete" } };

  const READ: Record<string, (answer: Response) => Promise<unknown>> = {
    "json()": async (answer) => JSON.stringify(await answer.json()),
    "text()": (answer) => answer.text(),
    "a loop": async (answer) => {
      const pieces: Buffer[] = [];
      for await (const piece of bodyOf(answer)) pieces.push(Buffer.from(piece));
      return Buffer.concat(pieces).toString();
    },
    "its events": (answer) =>
      new Promise((resolve, reject) => {
        let said = "";
        const body = answer.body as unknown as Readable;
        body.on("data", (piece: Uint8Array) => {
          said += Buffer.from(piece).toString();
        });
        body.on("end", () => resolve(said)).on("error", reject);
      }),
  };

  it.each(Object.entries(READ))("can be read by %s, with one event", async (_name, read) => {
    const pieces = [Buffer.from(text.slice(0, 20)), Buffer.from(text.slice(20))];
    const answer = await post(over(() => new StreamedResponse(pieces)));
    expect(await read(answer)).toBe(text);
    expect(await stand.plane.waitForEvent()).toMatchObject(reported);
    expect(stand.plane.stored).toHaveLength(1);
  });

  /** As node-fetch does: an abort is an error that it emits on what it finds as the body. */
  function streaming({ signal }: RequestInit): StreamedResponse {
    const answer = new StreamedResponse([]);
    const body = new PassThrough().on("error", () => undefined);
    body.write(text.slice(0, 20));
    Object.assign(answer, { body });
    const failure = Object.assign(new Error("The operation was aborted."), { name: "AbortError" });
    signal?.addEventListener("abort", () => answer.body.emit("error", failure));
    return answer;
  }

  it.each<[string, Use]>([
    ["text()", (answer) => answer.text()],
    ["json()", (answer) => answer.json()],
    ["text() beside a clone", (answer) => Promise.all([answer.clone().text(), answer.text()])],
  ])(
    "fails in %s when it is aborted, as without a guard, and ends no process",
    async (_name, use) => {
      for (const defaults of [undefined, { signal: new AbortController().signal }]) {
        const own = new AbortController();
        const base = (async (_: unknown, init: RequestInit) => streaming(init)) as unknown;
        const doorway = guardFetch(base as typeof fetch, stand.guard({ defaults }));
        const body = asked(false);
        const url = `${stand.provider.url}/v1/chat/completions`;
        const answer = await doorway(url, { method: "POST", headers, body, signal: own.signal });
        const failing = told(() => use(answer));
        await new Promise(setImmediate);
        own.abort();
        expect(await failing).toMatchObject({ name: "AbortError" });
      }
    },
  );

  it("ends no process when it is aborted unread", async () => {
    const own = new AbortController();
    const base = (async (_: unknown, init: RequestInit) => streaming(init)) as unknown;
    const doorway = guardFetch(base as typeof fetch, stand.guard());
    const url = `${stand.provider.url}/v1/chat/completions`;
    const init = { method: "POST", headers, body: asked(false), signal: own.signal };
    await doorway(url, init);
    own.abort();
    expect(await stand.plane.waitForEvent()).toMatchObject({ input: expect.any(String) });
  });

  it.each<[string, object]>([
    ["json alone", { ok: true, status: 200, json: async () => completion() }],
    ["text and headers", { ok: true, status: 200, headers: new Headers(), text: async () => text }],
  ])("accepts a test double that has %s", async (_name, double) => {
    const answer = await post(over(() => double));
    const { json: parse } = answer;
    const said =
      typeof parse === "function" ? await answer.json() : JSON.parse(await answer.text());
    expect(said).toEqual(completion());
    expect(await stand.plane.waitForEvent()).toMatchObject(reported);
  });
});
