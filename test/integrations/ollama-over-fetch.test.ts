import { Ollama } from "ollama";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isGuardDenied } from "../../src/index.ts";
import { ANSWER, type Doorway, openDoorway } from "../support/doorway.ts";

let doorway: Doorway;
beforeAll(async () => {
  doorway = await openDoorway();
});
beforeEach(() => {
  doorway.plane.reset();
  doorway.provider.clearRequests();
});
afterAll(() => doorway.close());

const model = "llama3";
const messages = [{ role: "user", content: "How are you?" }];

describe("Ollama's client over a guarded fetch", () => {
  it("chats as before and leaves an event", async () => {
    const bare = new Ollama({ host: doorway.provider.url });
    const { message } = await bare.chat({ model, messages });
    const guard = doorway.guard();
    const guarded = new Ollama({ host: doorway.provider.url, fetch: guard.fetch });
    expect((await guarded.chat({ model, messages })).message).toEqual(message);
    await guard.flush();
    expect(doorway.plane.stored).toMatchObject([{ input: "How are you?", output: ANSWER, model }]);
    expect(doorway.plane.guardRequests).toHaveLength(1);
  });

  it("streams, and leaves the same text", async () => {
    const guard = doorway.guard();
    const client = new Ollama({ host: doorway.provider.url, fetch: guard.fetch });
    let said = "";
    for await (const chunk of await client.chat({ model, messages, stream: true })) {
      said += chunk.message.content;
    }
    expect(said).toBe(ANSWER);
    await guard.flush();
    expect(doorway.plane.stored).toMatchObject([
      { input: "How are you?", output: ANSWER, metadata: { outcome: "complete" } },
    ]);
  });

  it("sends nothing that was denied", async () => {
    doorway.plane.script("guard", { always: { json: { allowed: false, reason: "no" } } });
    const guard = doorway.guard();
    const answer = await guard.fetch(`${doorway.provider.url}/api/chat`, {
      method: "POST",
      body: JSON.stringify({ model, messages }),
    });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: "guard_denied" });
    expect(doorway.providerBodies()).toEqual([]);
    expect(isGuardDenied({ headers: answer.headers })).toBe(true);
  });
});
