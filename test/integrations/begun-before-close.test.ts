import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { GuardedModelClient } from "../../src/client.ts";
import { guardAnthropic } from "../../src/integrations/anthropic.ts";
import { guardOpenAI } from "../../src/integrations/openai.ts";
import { ANTHROPIC } from "../support/anthropic-kind.ts";
import { wellBehaved } from "../support/model-answers.ts";
import { OPENAI_KINDS } from "../support/openai-kinds.ts";
import { openStand, type Stand } from "../support/stand.ts";

const REQUEST = { model: "m", messages: [{ role: "user" as const, content: "Hello." }] };

let stand: Stand;
beforeAll(async () => {
  stand = await openStand({}, wellBehaved);
});
afterEach(() => stand.clear());
afterAll(() => stand.close());

/** What an app can begin without waiting for it. */
const BEGINNINGS: Record<string, (guard: GuardedModelClient) => Promise<unknown>> = {
  "a call of a function": (guard) =>
    guard.call({ model: "m", input: "Hello.", execute: () => "Hi." }),
  "an event beside calls": (guard) =>
    guard.record({ eventType: "human_override", input: "no", output: "yes", model: "m" }),
  "a guarded fetch": async (guard) => (await chat(guard)).text(),
  "a guarded fetch of a body that takes a while": async (guard) => {
    const body = new ReadableStream({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        controller.enqueue(new TextEncoder().encode(JSON.stringify(REQUEST)));
        controller.close();
      },
    });
    return (await chat(guard, { body, duplex: "half" })).text();
  },
  "a request of Anthropic's client": async (guard) => {
    const client = guardAnthropic(ANTHROPIC.make(stand.provider.url), guard);
    return client.messages.create({ ...REQUEST, max_tokens: 9 });
  },
  ...Object.fromEntries(
    OPENAI_KINDS.map(({ name, make }) => [
      `a request of ${name}`,
      async (guard: GuardedModelClient) => {
        const client = guardOpenAI(make(stand.provider.url), guard);
        return client.chat.completions.create(REQUEST);
      },
    ]),
  ),
};

function chat(guard: GuardedModelClient, init: object = {}): Promise<Response> {
  const url = `${stand.provider.baseURL}/chat/completions`;
  return guard.fetch(url, { method: "POST", body: JSON.stringify(REQUEST), ...init });
}

describe.each(Object.entries(BEGINNINGS))("%s, begun and not awaited,", (_, begin) => {
  it("is waited for by a flush that comes right behind it", async () => {
    const guard = stand.guard();
    const begun = begin(guard);
    expect(await guard.flush()).toMatchObject({ created: 1, delivered: 1 });
    await begun;
  });

  it("is let in and waited for by a close that comes right behind it", async () => {
    const guard = stand.guard();
    const begun = begin(guard);
    expect(await guard.close()).toMatchObject({ created: 1, delivered: 1 });
    await begun;
  });

  it("is refused behind a close that is still at work, and nothing is sent", async () => {
    const guard = stand.guard();
    const closing = guard.close();
    await expect(begin(guard)).rejects.toMatchObject({ code: "client_closed" });
    expect(await closing).toMatchObject({ created: 0 });
    expect(stand.plane.guardRequests).toEqual([]);
    expect(stand.plane.events()).toEqual([]);
    expect(stand.provider.requests).toEqual([]);
  });
});

it("keeps no flush or close waiting with a request that is none of ours", async () => {
  const guard = stand.guard();
  stand.provider.answerWith(() => new Promise(() => undefined));
  const ending = new AbortController();
  const stuck = guard.fetch(`${stand.provider.baseURL}/models`, { signal: ending.signal });
  const startedAt = performance.now();
  await guard.flush();
  await guard.close();
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  ending.abort();
  await expect(stuck).rejects.toThrow();
});
