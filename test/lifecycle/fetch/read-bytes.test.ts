import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { ActiveCalls } from "../../../src/lifecycle/active-calls.ts";
import { readBytes } from "../../../src/lifecycle/fetch/read-bytes.ts";
import { Sweeps } from "../../support/stands/gate.ts";

/** A response whose body never ends. */
const endless = () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }));

describe("reading a response body for the guard", () => {
  it("leaves no listener on the call's signal, whether it completes or is aborted", async () => {
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

  it("is watched no more when it is over, whether the body comes or fails", async () => {
    const sweeps = new Sweeps();
    const active = new ActiveCalls({
      ...{ idleAfterMs: 300_000, clock: { monotonic: () => 0 }, repeat: sweeps.repeat },
    });
    const failing = new ReadableStream({ pull: () => Promise.reject(new Error("broken")) });
    for (const body of ["words", failing]) {
      const reading = readBytes(new Response(body), { active });
      active.restIfIdle();
      expect(sweeps.running).toBe(true);
      await reading.catch(() => undefined);
      active.restIfIdle();
      expect(sweeps.running).toBe(false);
    }
  });

  it("takes 64 MiB, and refuses more and cancels the body", async () => {
    const piece = new Uint8Array(1024 * 1024);
    let isCancelled = false;
    const bodyOf = (pieces: number) => {
      let left = pieces;
      const pull = (controller: ReadableStreamDefaultController) => {
        left -= 1;
        if (left >= 0) controller.enqueue(piece);
        else controller.close();
      };
      const cancel = () => {
        isCancelled = true;
      };
      return new Response(new ReadableStream({ pull, cancel }));
    };
    expect(await readBytes(bodyOf(64), {})).toHaveLength(64 * piece.length);
    expect(isCancelled).toBe(false);
    await expect(readBytes(bodyOf(1_000), {})).rejects.toThrow("more than 67108864 bytes");
    expect(isCancelled).toBe(true);
  });

  it("rejects when its client closes", async () => {
    const active = new ActiveCalls({ idleAfterMs: 300_000, clock: { monotonic: () => 0 } });
    const reading = readBytes(endless(), { signal: undefined, active });
    active.abandonAll();
    await expect(reading).rejects.toMatchObject({ code: "client_closed" });
  });
});
