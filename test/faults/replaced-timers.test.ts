import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { durableDelivery } from "../../src/delivery/durable-delivery.ts";
import type { Delivery } from "../../src/index.ts";
import { outboxDirectory } from "../support/outboxes/outbox.ts";
import { useStand } from "../support/stands/stand.ts";

// The tests of an app put timers and clocks of theirs in the place of Node.js's, and never turn them.

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
    it("gets its answer, its event stored, and the client closed", async () => {
      const guard = stand.guard({ delivery: of() });
      const { output, delivery } = await guard.call({ model, input: "a prompt", execute });
      expect(output).toBe("an answer");
      expect(await delivery).toMatchObject({ status: "delivered" });
      expect(await guard.close()).toMatchObject({ created: 1, delivered: 1, pending: 0 });
    });
  },
);
