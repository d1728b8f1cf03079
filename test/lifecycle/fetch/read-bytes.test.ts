import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { ActiveCalls } from "../../../src/lifecycle/active-calls.ts";
import { readBytes } from "../../../src/lifecycle/fetch/read-bytes.ts";

/** A body that is never whole. */
const endless = () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }));

describe("a body that is read to be guarded", () => {
  it("leaves nothing on the signal of its call, whole or not", async () => {
    const { signal } = new AbortController();
    const bytes = await readBytes(new Response("words"), { signal, active: undefined });
    expect(new TextDecoder().decode(bytes)).toBe("words");
    expect(getEventListeners(signal, "abort")).toEqual([]);

    const controller = new AbortController();
    const reading = readBytes(endless(), { signal: controller.signal, active: undefined });
    controller.abort("gone");
    await expect(reading).rejects.toBe("gone");
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  it("ends with its client", async () => {
    const active = new ActiveCalls({ idleAfterMs: 300_000, monotonic: () => 0 });
    const reading = readBytes(endless(), { signal: undefined, active });
    active.abandonAll();
    await expect(reading).rejects.toMatchObject({ code: "client_closed" });
  });
});
