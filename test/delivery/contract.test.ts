import { AssertionError } from "node:assert";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { OutcomeCounters } from "../../src/delivery/counters.ts";
import type {
  Delivery,
  EventSender,
  IngestResult,
  RunningDelivery,
} from "../../src/delivery/delivery.ts";
import { memoryDelivery } from "../../src/delivery/memory-delivery.ts";
import { deliveryContract } from "../../src/testing/index.ts";

// Concurrent, since most of them only wait.
describe.concurrent("memory delivery keeps the contract: it", () => {
  for (const { title, run } of deliveryContract(() => memoryDelivery())) it(title, run);
});

// Concurrent: a case waits its full time for what a faulty delivery never does.
describe.concurrent("the delivery contract suite", () => {
  it("has titles that are all different", () => {
    const titles = deliveryContract(() => memoryDelivery()).map(({ title }) => title);
    expect(titles.length).toBeGreaterThan(15);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it("says at once that it needs a function, not a delivery", () => {
    expect(() => deliveryContract(memoryDelivery() as never)).toThrow(
      "deliveryContract: make must be a function",
    );
  });

  it("fails a delivery that drops everything", async () => {
    const cases = deliveryContract(droppingDelivery);
    const results = await Promise.allSettled(cases.map(({ run }) => run()));
    const failed = results.filter((result) => result.status === "rejected");
    expect(failed.length).toBeGreaterThan(cases.length / 2);
    expect(failed[0]?.reason).toBeInstanceOf(AssertionError);
  });

  it.each<[string, RegExp, (sender: EventSender) => Partial<EventSender>]>([
    [
      "finalizes with another time than it tells",
      /^delivers an event once/,
      (sender) => ({
        finalize: (request, signal) =>
          sender.finalize({ ...request, ingestMs: request.ingestMs + 0.5 }, signal),
      }),
    ],
    [
      "puts another text on the wire than the event's",
      /^delivers an event once/,
      (sender) => ({ ingest: (event, signal) => sender.ingest(event, signal, '{"event_id":"x"}') }),
    ],
    ["finalizes under any key", /key may not/, () => ({ canFinalize: () => true })],
    ["never rests", /service is down/, restless],
    ["calls stored what was only accepted", /fails open/, answering("accepted", "stored")],
    ["goes on under a refused key", /key is not accepted/, answering("unauthorized", "failed")],
    ["sends a stale event as it was", /calls stale/, answering("stale", "failed")],
    [
      "lets its requests hang when it closes",
      /gives up the requests/,
      (sender) => ({ ingest: (event) => sender.ingest(event, new AbortController().signal) }),
    ],
  ])("fails a delivery whose sender %s", async (_, title, change) => {
    const cases = deliveryContract(() => changed(change)).filter((each) => title.test(each.title));
    expect(cases).toHaveLength(1);
    await expect(cases[0]?.run()).rejects.toThrow();
  });

  it.each<[string, (running: RunningDelivery) => Partial<RunningDelivery>]>([
    ["lets nobody in", () => ({ admit: () => Promise.reject(new Error("full")) })],
    ["cannot forget a call", () => ({ forget: () => expect.fail("what call?") })],
    ["cannot note a call", () => ({ note: () => Promise.reject(new Error("no disk")) })],
    ["counts calls for events", countingCalls],
  ])("fails a delivery that %s", async (_, change) => {
    const judged = deliveryContract(() => altered(change)).find(({ title }) =>
      title.startsWith("lets calls in"),
    );
    await expect(judged?.run()).rejects.toThrow();
  });

  it.each<[string, RegExp, () => Delivery]>([
    [
      "closes long after its deadline",
      /^closes within its deadline/,
      () => dawdling("close", 4_000),
    ],
    ["drops events of a suspended system", /kill switch$/, fickle],
    [
      "tells of a rejected event twice",
      /^rejects what the service calls invalid/,
      () => telling(2),
    ],
    ["tells of no rejected event", /^rejects what the service calls invalid/, () => telling(0)],
  ])("fails a delivery that %s", async (_, title, make) => {
    const judged = deliveryContract(make).filter((each) => title.test(each.title));
    expect(judged).toHaveLength(1);
    await expect(judged[0]?.run()).rejects.toThrow(AssertionError);
  });

  it.each([
    ["flush", /^flushes what was handed over/],
    ["close", /^drops nothing when it closes/],
  ] as const)("fails a delivery whose %s takes all the time it is given", async (name, title) => {
    const cases = deliveryContract(() => dawdling(name));
    const judged = cases.find((each) => title.test(each.title));
    await expect(judged?.run()).rejects.toThrow(/waited for its deadline/);
  });
});

/** Memory delivery with some methods replaced. */
function altered(change: (running: RunningDelivery) => Partial<RunningDelivery>): Delivery {
  return {
    name: "altered",
    start: (environment) => {
      const running = memoryDelivery().start(environment);
      return Object.assign(running, change(running));
    },
  };
}

/** Returns from `name` only after this time, by default all that it is given. */
function dawdling(name: "flush" | "close", longerMs?: number): Delivery {
  return altered((running) => {
    const settle = running[name].bind(running);
    return {
      [name]: async (options: { readonly deadlineMs: number }) => {
        await settle(options);
        await setTimeout(longerMs ?? options.deadlineMs);
      },
    };
  });
}

/** Drops every event after three that were rejected. */
function fickle(): Delivery {
  return altered((running) => {
    const [submit, counters] = [running.submit.bind(running), running.counters.bind(running)];
    let dropped = 0;
    return {
      submit: (record) => {
        if (counters().rejected < 3) return submit(record);
        dropped += 1;
        const eventId = record.event.event_id;
        const facts = { status: "dropped", reason: "suspended", finalized: "skipped" } as const;
        const outcome = Promise.resolve({ ...facts, eventId, attempts: 0 });
        return { stored: undefined, outcome };
      },
      counters: () => {
        const counted = counters();
        return { ...counted, created: counted.created + dropped, dropped: { suspended: dropped } };
      },
    };
  });
}

/** Memory delivery that tells of each rejected event `times` times. */
function telling(times: number): Delivery {
  return {
    name: "telling",
    start: ({ onOutcome, ...environment }) =>
      memoryDelivery().start({
        ...environment,
        onOutcome: (record, outcome) => {
          const repeats = outcome.status === "rejected" ? times : 1;
          for (let told = 0; told < repeats; told += 1) onOutcome(record, outcome);
        },
      }),
  };
}

/** Counts every admitted call as an event. */
function countingCalls(running: RunningDelivery): Partial<RunningDelivery> {
  const [admit, counters] = [running.admit.bind(running), running.counters.bind(running)];
  let calls = 0;
  return {
    admit: (signal) => {
      calls += 1;
      return admit(signal);
    },
    counters: () => {
      const counted = counters();
      return { ...counted, created: calls, pending: calls - counted.delivered };
    },
  };
}

/** A sender that repeats a failed request without a pause. */
function restless(sender: EventSender): Partial<EventSender> {
  return {
    async ingest(event, signal, json) {
      const tries = Array.from({ length: 500 }, () => sender.ingest(event, signal, json));
      const results = await Promise.all(tries);
      return results.find(({ kind }) => kind !== "failed") ?? (results[0] as IngestResult);
    },
  };
}

/** A sender that mistakes one kind of answer for another. */
function answering(kind: IngestResult["kind"], taken: "stored" | "failed") {
  const other: IngestResult =
    taken === "stored" ? { kind: taken, ingestMs: 1 } : { kind: taken, error: new Error("taken") };
  return (sender: EventSender): Partial<EventSender> => ({
    async ingest(event, signal, json) {
      const result = await sender.ingest(event, signal, json);
      return result.kind === kind ? other : result;
    },
  });
}

/** Memory delivery with some methods of its sender replaced. */
function changed(change: (sender: EventSender) => Partial<EventSender>): Delivery {
  return {
    name: "changed",
    start: ({ sender, ...environment }) =>
      memoryDelivery().start({
        ...environment,
        sender: {
          ingest: (event, signal, json) => sender.ingest(event, signal, json),
          finalize: (request, signal) => sender.finalize(request, signal),
          canFinalize: () => sender.canFinalize(),
          ...change(sender),
        },
      }),
  };
}

/** Keeps correct counters and delivers nothing. */
function droppingDelivery(): Delivery {
  return {
    name: "dropping",
    start: ({ onOutcome }) => {
      const counters = new OutcomeCounters();
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
          counters.open();
          counters.settle(outcome);
          try {
            onOutcome(record, outcome);
          } catch {
            // One of the few rules it keeps.
          }
          return { stored: undefined, outcome: Promise.resolve(outcome) };
        },
        flush: async () => {},
        close: async () => {},
        counters: () => counters.read(),
      };
    },
  };
}
