import { describe, expect, it } from "vitest";
import { makeGuardedFetch } from "../../../src/lifecycle/fetch/guard-fetch.ts";
import { collectGarbageThoroughly, Freed } from "../../support/processes/collect-garbage.ts";
import { buildGate, hold, settle, unavailable } from "../../support/stands/gate.ts";

const ADDRESS = "https://api.openai.com/v1/chat/completions";
const messages = [{ role: "user", content: "How are you?" }];
const post = (body: string, init: RequestInit = {}): RequestInit => ({
  ...{ method: "POST", headers: { "content-type": "application/json" }, body, ...init },
});
const plain = post(JSON.stringify({ model: "model-a", messages }));

const bytesOf = (text: string) => new TextEncoder().encode(text);
const chunk = bytesOf('data: {"choices":[{"index":0,"delta":{"content":"Fine"}}]}\n\n');
const done = bytesOf("data: [DONE]\n\n");

describe("a guarded fetch with durable delivery", () => {
  it.each<[string, readonly Uint8Array[], unknown]>([
    ["the end marker of its stream", [chunk, done], undefined],
    ["an end marker in one piece with an answer", [Buffer.concat([chunk, done])], undefined],
    ["the end of a stream that has none", [chunk], undefined],
    ["the failure of its stream", [chunk], new Error("broken")],
  ])("stores the event before the app sees %s", async (_what, pieces, failure) => {
    const stored = hold();
    const store = (what: string) => (what === "event" ? stored.promise : settle());
    const gate = buildGate({ delivery: { durable: true, store } });
    const left = [...pieces];
    const body = new ReadableStream({
      pull: (controller) => {
        const next = left.shift();
        if (next !== undefined) controller.enqueue(next);
        else if (failure === undefined) controller.close();
        else controller.error(failure);
      },
    });
    const answer = new Response(body, { headers: { "content-type": "text/event-stream" } });
    const guarded = makeGuardedFetch(gate, async () => answer, {});
    const reader = (await guarded(ADDRESS, plain)).body?.getReader();
    const seen: unknown[] = [];
    const reading = (async () => {
      for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
        seen.push(Buffer.from(next.value).toString());
      }
      seen.push("end");
    })().catch((error: unknown) => seen.push(error));
    await expect.poll(() => gate.delivery.submitted).toHaveLength(1);
    for (let turn = 0; turn < 10; turn += 1) await settle();
    const told = pieces.map((piece) => Buffer.from(piece).toString());
    expect(seen).toEqual(told.filter((text) => !text.includes("[DONE]")));
    stored.resolve();
    await reading;
    expect(seen).toEqual([...told, failure ?? "end"]);
  });
});

describe("a guarded fetch that has answered", () => {
  it.each<[string, string, RequestInit, number]>([
    ["an approval", ADDRESS, plain, 200],
    ["a refusal of a body that cannot be read", ADDRESS, post("no JSON"), 403],
    ["a refusal of a route that is not known", "https://api.openai.com/v1/other", plain, 403],
    ["a denial for a guard that cannot be reached", ADDRESS, post(plain.body as string), 503],
  ])("holds up no close, after %s", async (_what, url, init, status) => {
    const gate = buildGate(status === 503 ? { guard: () => unavailable("unreachable") } : {});
    const guarded = makeGuardedFetch(gate, async () => new Response("{}"), {});
    expect((await guarded(url, init)).status).toBe(status);
    expect(gate.services.active.releases()).toEqual([]);
  });
});

describe("a refused response", () => {
  const answer = async () => new Response("{}");
  const unread = post("no JSON");

  it.each<[string, RequestInfo | URL]>([
    ["a text", `${ADDRESS}?a=1#part`],
    ["a URL", new URL(`${ADDRESS}?a=1#part`)],
    ["a Request", new Request(`${ADDRESS}?a=1#part`)],
  ])(
    "has the address that was asked, as one of the provider would, and so has its clone: %s",
    async (_what, address) => {
      const refused = await makeGuardedFetch(buildGate(), answer, {})(address, unread);
      expect(refused.status).toBe(403);
      expect(refused.url).toBe(`${ADDRESS}?a=1`);
      const clone = refused.clone();
      expect(clone.clone().url).toBe(`${ADDRESS}?a=1`);
      expect(await clone.text()).toBe(await refused.text());
    },
  );

  it("has none for a relative one, whose base only the app's own fetch knows", async () => {
    const rules = [{ format: "openai-chat", matches: () => true } as const];
    const guarded = makeGuardedFetch(buildGate(), answer, { rules });
    const refused = await guarded("/v1/chat/completions", unread);
    expect(refused.status).toBe(403);
    expect(refused.url).toBe("");
  });
});

describe("the context of a guarded fetch", () => {
  it("cancels the request with its signal, as the request's own does", async () => {
    for (const own of [undefined, new AbortController()]) {
      const gate = buildGate();
      const controller = new AbortController();
      const asked = hold<AbortSignal | null | undefined>();
      const base: typeof fetch = (_input, init) => {
        asked.resolve(init?.signal);
        return new Promise((_, reject) => {
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        });
      };
      const context = () => ({ signal: controller.signal });
      const init = own === undefined ? plain : { ...plain, signal: own.signal };
      const calling = makeGuardedFetch(gate, base, { context })(ADDRESS, init);
      const signal = await asked.promise;
      const reason = new Error("the user went away");
      controller.abort(reason);
      expect([signal?.aborted, signal?.reason]).toEqual([true, reason]);
      await expect(calling).rejects.toBe(reason);
      expect(gate.delivery.events[0]?.metadata).toMatchObject({ outcome: "cancelled" });
    }
  });
});

it("a request in progress ends with the signal of its context, also after garbage was collected", async () => {
  const app = new AbortController();
  const gate = buildGate();
  const begun = hold();
  // Knows of its signal by a listener only, as a double that never answers does.
  const silent: typeof fetch = (_input, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener("abort", ({ target }) =>
        reject((target as AbortSignal).reason),
      );
      begun.resolve();
    });
  const guarded = makeGuardedFetch(gate, silent, { context: () => ({ signal: app.signal }) });
  const answer = guarded(ADDRESS, { ...plain, signal: new AbortController().signal });
  const ended = answer.catch((error: unknown) => error);
  await begun.promise;
  await collectGarbageThoroughly();
  app.abort("enough");
  expect(await ended).toBe("enough");
});

it("a response whose body has failed leaves memory, though the stack of its error leads to its reader", async () => {
  const gate = buildGate();
  const freed = new Freed();
  const broken = (): ReadableStream =>
    new ReadableStream(
      {
        pull() {
          throw new Error("broken");
        },
      },
      { highWaterMark: 0 },
    );
  const headers = { "content-type": "text/event-stream" };
  const guarded = makeGuardedFetch(gate, async () => new Response(broken(), { headers }), {});
  const fail = async (): Promise<void> => {
    const response = await guarded(ADDRESS, plain);
    freed.watch(response);
    await response.text().catch(() => undefined);
  };
  for (let count = 0; count < 20; count += 1) await fail();
  expect(await freed.countUpTo(20)).toBe(20);
});

it("a remembered refusal keeps nothing that the stacks of its causes lead to, like who asked the guard about a prompt", async () => {
  const freed = new Freed();
  class Asker {
    fail(): Error {
      freed.watch(this);
      return new Error("refused", { cause: new Error("broken") });
    }
  }
  const gate = buildGate({ guard: () => unavailable("refused", new Asker().fail()) });
  const guarded = makeGuardedFetch(gate, async () => new Response("never"), {});
  for (let count = 0; count < 20; count += 1) {
    expect((await guarded(ADDRESS, plain)).status).toBe(503);
  }
  expect(await freed.countUpTo(20)).toBe(20);
});

it("an object that stopped its own request leaves memory, though the stack of the abort leads to it and a signal of the context lives on", async () => {
  const freed = new Freed();
  const signal = new AbortController().signal;
  const gate = buildGate({ context: { signal } });
  class Chat {
    readonly #controller = new AbortController();
    sent: AbortSignal | null | undefined;

    async ask(): Promise<void> {
      freed.watch(this);
      const provider = async (_address: unknown, init: RequestInit = {}): Promise<never> => {
        this.sent = init.signal;
        this.stop();
        throw init.signal?.reason;
      };
      const asking = { ...plain, signal: this.#controller.signal };
      await makeGuardedFetch(gate, provider, {})(ADDRESS, asking).catch(() => undefined);
    }

    stop(): void {
      this.#controller.abort();
    }
  }
  for (let count = 0; count < 10; count += 1) await new Chat().ask();
  expect(await freed.countUpTo(10)).toBe(10);
});
