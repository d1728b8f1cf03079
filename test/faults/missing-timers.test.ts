import { expect, it, vi } from "vitest";
import { blockFor } from "../support/processes/block-for.ts";
import { runScript } from "../support/processes/run-script.ts";

it("can be imported without setImmediate, and the constructor reports a browser", async () => {
  const { code, output, errors } = await runScript(`
    delete globalThis.setImmediate;
    globalThis.window = { document: {} };
    const { GuardedModelClient } = await import("~/src/index.ts");
    const { durableDelivery } = await import("~/src/delivery/durable-delivery.ts");
    const delivery = durableDelivery({ directory: "outbox" });
    try {
      new GuardedModelClient({ baseURL: "https://example.com", apiKey: "k", delivery });
    } catch (error) {
      console.log(error.message);
    }
  `).ended;
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  expect(output).toContain("Only for Node.js on servers");
});

it("without setImmediate, a wait still ends when the process was busy beyond its deadline", async () => {
  vi.stubGlobal("setImmediate", undefined);
  const { TimeLimit } = await import("../../src/transport/time-limit.ts");
  vi.unstubAllGlobals();
  const expired = new Promise<void>((resolve) => new TimeLimit({ expire: resolve }, 1, true));
  blockFor(50);
  await expired;
});
