import { getRequestListener } from "@hono/node-server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SAID, wellBehaved } from "../../support/models/model-answers.ts";
import { openStand, type Stand } from "../../support/stands/stand.ts";

const body = JSON.stringify({
  ...{ model: "gpt-4o-mini", messages: [{ role: "user", content: "How are you?" }] },
});
const options = { method: "POST", headers: { "content-type": "application/json" }, body };

let stand: Stand;
let url: string;
beforeAll(async () => {
  stand = await openStand({}, wellBehaved);
  url = `${stand.provider.url}/v1/chat/completions`;
});
afterAll(() => stand.close());

describe("a guarded fetch in a process whose web server has replaced the global Request", () => {
  const { Request: OwnRequest, Response: OwnResponse } = globalThis;
  beforeEach(() => {
    getRequestListener(() => new Response());
    expect(Request).not.toBe(OwnRequest);
  });
  afterEach(async () => {
    globalThis.Request = OwnRequest;
    globalThis.Response = OwnResponse;
    await stand.clear();
  });

  it.each<[string, () => Request]>([
    ["a request of the new class", () => new Request(url, options)],
    ["a clone of one, which is of the old", () => new Request(url, options).clone()],
    ["a request that was made before", () => new OwnRequest(url, options)],
  ])("guards and sends %s", async (_what, request) => {
    const answer = await stand.guard().fetch(request());
    expect(await answer.json()).toMatchObject({ choices: [{ message: { content: SAID } }] });
    expect(stand.plane.guardRequests).toMatchObject([{ body: { input: "How are you?" } }]);
    expect(stand.provider.requests).toMatchObject([{ text: body }]);
    await expect.poll(() => stand.plane.stored).toHaveLength(1);
  });

  // Not of a clone: undici holds a clone's controller weakly, and a garbage collection loses its
  // abort in any `fetch`.
  it.each<[string, (options: RequestInit) => Request]>([
    ["a request of the new class", (signalled) => new Request(url, signalled)],
    ["a request that was made before", (signalled) => new OwnRequest(url, signalled)],
  ])("cancels by the signal of %s", async (_what, request) => {
    stand.provider.answerWith(() => undefined);
    const controller = new AbortController();
    const calling = stand.guard().fetch(request({ ...options, signal: controller.signal }));
    await expect.poll(() => stand.provider.requests).toHaveLength(1);
    controller.abort();
    await expect(calling).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
    stand.provider.answerWith(wellBehaved);
  });
});
