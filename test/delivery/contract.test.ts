import { AssertionError } from "node:assert";
import { describe, expect, it } from "vitest";
import { Books } from "../../src/delivery/counters.ts";
import type { Delivery } from "../../src/delivery/delivery.ts";
import { memoryDelivery } from "../../src/delivery/memory-delivery.ts";
import { deliveryContract } from "../../src/testing/index.ts";

// Together, since most of them only wait.
describe.concurrent("memory delivery keeps the contract: it", () => {
  for (const { title, run } of deliveryContract(() => memoryDelivery())) it(title, run);
});

describe("the contract suite", () => {
  it("has titles that tell its cases apart", () => {
    const titles = deliveryContract(() => memoryDelivery()).map(({ title }) => title);
    expect(titles.length).toBeGreaterThan(15);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it("fails a delivery that drops everything", async () => {
    const cases = deliveryContract(droppingDelivery);
    const results = await Promise.allSettled(cases.map(({ run }) => run()));
    const failed = results.filter((result) => result.status === "rejected");
    expect(failed.length).toBeGreaterThan(cases.length / 2);
    expect(failed[0]?.reason).toBeInstanceOf(AssertionError);
  });
});

/** Keeps honest books and delivers nothing. */
function droppingDelivery(): Delivery {
  return {
    name: "dropping",
    start: ({ onOutcome }) => {
      const books = new Books();
      return {
        admit: () => undefined,
        submit: (record) => {
          const eventId = record.event.event_id;
          const outcome = {
            status: "dropped",
            reason: "bored",
            eventId,
            attempts: 0,
            finalized: "skipped",
          } as const;
          books.open();
          books.settle(outcome);
          try {
            onOutcome(record, outcome);
          } catch {
            // One of the few rules it keeps.
          }
          return { stored: undefined, outcome: Promise.resolve(outcome) };
        },
        flush: async () => {},
        close: async () => {},
        counters: () => books.read(),
      };
    },
  };
}
