import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { durableDelivery } from "../../src/delivery/durable-delivery.ts";
import { DataPlaneClient, type Delivery } from "../../src/index.ts";
import { TimeLimit } from "../../src/transport/time-limit.ts";
import { outboxDirectory } from "../support/outboxes/outbox.ts";
import { blockFor } from "../support/processes/block-for.ts";
import { useStand } from "../support/stands/stand.ts";

// The app's tests replace the timers and clocks of Node.js, and never advance them.

const model = "acme-1";
const execute = async (): Promise<string> => "an answer";

const stand = useStand();
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const deliveries: Record<string, () => Delivery | undefined> = {
  memory: () => undefined,
  "an outbox": () => durableDelivery({ directory: outboxDirectory() }),
};

describe.each(Object.entries(deliveries))(
  "an app that tests with fake timers, with %s",
  (_, of) => {
    it("gets its answer, has its event stored, and can close the client", async () => {
      const guard = stand.guard({ delivery: of() });
      const { output, delivery } = await guard.call({ model, input: "a prompt", execute });
      expect(output).toBe("an answer");
      expect(await delivery).toMatchObject({ status: "delivered" });
      expect(await guard.close()).toMatchObject({ created: 1, delivered: 1, pending: 0 });
    });
  },
);

it("an app that tests with Jest's fake timers, which replace queueMicrotask too, can close its clients", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setImmediate", "performance", "queueMicrotask"] });
  const guard = stand.guard();
  const byHand = new DataPlaneClient(stand.plane.clientOptions);
  await guard.call({ model, input: "a prompt", execute });
  await byHand.guard({ model, input: "a prompt" });
  expect(await guard.close()).toMatchObject({ created: 1, delivered: 1, pending: 0 });
  await byHand.close();
});

it.each(["", "setImmediate"] as const)(
  "a test that takes longer than a deadline sees it pass once it advances fake timers %s",
  async (also) => {
    vi.useRealTimers();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", ...(also === "" ? [] : [also])] });
    const expire = vi.fn();
    new TimeLimit({ expire }, 10, true);
    blockFor(50);
    await vi.advanceTimersByTimeAsync(10);
    expect(expire).toHaveBeenCalledOnce();
  },
);
