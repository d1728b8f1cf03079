import { describe, expect, it } from "vitest";
import type { MaskedText, Masker } from "../../src/masking/masker.ts";
import { buildGate, hold, settle } from "../support/stands/gate.ts";
import { callModel, neverCalled, PROMPT } from "./model-calls.ts";

describe("durable delivery", () => {
  it("stores the approved call before the provider is called", async () => {
    const order: string[] = [];
    const noted = hold();
    const gate = buildGate({
      delivery: {
        durable: true,
        store: (what) => {
          order.push(`store ${what}`);
          return what === "note" ? noted.promise : Promise.resolve();
        },
      },
    });
    const call = callModel(gate, () => {
      order.push("provider");
      return "Paris";
    });
    await settle();
    expect(order).toEqual(["store note"]);
    noted.resolve();
    await call;
    expect(order).toEqual(["store note", "provider", "store event"]);
    expect(gate.delivery.notes[0]).toMatchObject({
      interrupted: {
        finalize: true,
        event: {
          event_type: "error",
          input: PROMPT,
          output: "",
          metadata: { outcome: "interrupted" },
        },
      },
    });
    expect(gate.delivery.notes[0]?.eventId).toBe(gate.delivery.events[0]?.event_id);
  });

  it.each([
    ["no masker", undefined],
    ["a masker that answers later", laterMasker()],
  ])("stores the event before the app gets its answer, with %s", async (_title, masker) => {
    const stored = hold();
    const gate = buildGate({
      services: { masker },
      delivery: {
        durable: true,
        store: (what) => (what === "event" ? stored.promise : Promise.resolve()),
      },
    });
    let answered = false;
    const call = callModel(gate, () => "Paris").then(() => {
      answered = true;
    });
    await expect.poll(() => gate.delivery.submitted.length).toBe(1);
    await settle();
    expect(answered).toBe(false);
    stored.resolve();
    await call;
  });

  it("stores the event before the app gets the provider's error", async () => {
    const stored = hold();
    const gate = buildGate({
      delivery: {
        durable: true,
        store: (what) => (what === "event" ? stored.promise : Promise.resolve()),
      },
    });
    let failed = false;
    const call = callModel(gate, () => Promise.reject(new Error("no"))).catch(() => {
      failed = true;
    });
    await settle();
    expect(failed).toBe(false);
    stored.resolve();
    await call;
    expect(failed).toBe(true);
  });

  it("refuses the call if it cannot be stored", async () => {
    const full = new Error("disk full");
    const gate = buildGate({ delivery: { durable: true, store: () => Promise.reject(full) } });
    await expect(callModel(gate, neverCalled)).rejects.toBe(full);
    expect(gate.delivery.submitted).toEqual([]);
    expect(gate.delivery.placesKept).toBe(0);
  });

  it("returns the answer or the provider's error even if storing the event fails", async () => {
    const gate = buildGate({
      delivery: {
        durable: true,
        store: (what) =>
          what === "event" ? Promise.reject(new Error("disk full")) : Promise.resolve(),
      },
    });
    expect((await callModel(gate, () => "Paris")).output).toBe("Paris");
    const failure = new Error("the provider's own");
    await expect(callModel(gate, () => Promise.reject(failure))).rejects.toBe(failure);
  });
});

describe("waitUntil", () => {
  it("gets a promise of the work after the answer, which never rejects", async () => {
    const work: Promise<unknown>[] = [];
    const gate = buildGate({
      services: { keepAlive: (promise) => work.push(promise) },
      delivery: { receive: () => Promise.reject(new Error("lost")) },
    });
    await callModel(gate, () => "Paris");
    expect(work).toHaveLength(1);
    await Promise.all(work);
  });
});

function laterMasker(): Masker {
  const mask = async (text: string): Promise<MaskedText> => ({ text, spans: [] });
  return {
    capabilities: { pii: true, secrets: false },
    open: () => ({ vault: undefined as never, mask, reserve: () => undefined }),
  };
}
