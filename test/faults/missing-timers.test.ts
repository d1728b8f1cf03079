import { expect, it } from "vitest";
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
