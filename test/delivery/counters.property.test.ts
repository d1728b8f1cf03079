import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assertBalanced, OutcomeCounters } from "../../src/delivery/counters.ts";
import type { IngestResult } from "../../src/delivery/delivery.ts";
import type { DeliveryOutcome } from "../../src/types.ts";
import {
  FAILED,
  FORBIDDEN,
  INVALID,
  LOST_AFTER_STORE,
  OVERSIZE,
  rateLimited,
  UNAUTHORIZED,
} from "./scripted-sender.ts";
import { eventRecord, type Stage, stage, submitMany } from "./stage.ts";

/** A step of a schedule. */
type Act =
  | { readonly do: "submit"; readonly count: number; readonly given: boolean }
  | { readonly do: "pass"; readonly ms: number }
  | { readonly do: "flush"; readonly deadlineMs: number }
  | { readonly do: "admit"; readonly abort: boolean }
  | { readonly do: "forget" };

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("submit" as const),
      count: fc.integer({ min: 1, max: 30 }),
      given: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("pass" as const),
      ms: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 90_000 })),
    }),
  },
  fc.record({ do: fc.constant("flush" as const), deadlineMs: fc.integer({ min: 0, max: 3_000 }) }),
  fc.record({ do: fc.constant("admit" as const), abort: fc.boolean() }),
  fc.record({ do: fc.constant("forget" as const) }),
);

const scripted: fc.Arbitrary<IngestResult | undefined> = fc.oneof(
  { weight: 10, arbitrary: fc.constant(undefined) },
  { weight: 4, arbitrary: fc.constant(FAILED) },
  { weight: 2, arbitrary: fc.constant(LOST_AFTER_STORE) },
  fc.constantFrom(INVALID, FORBIDDEN, UNAUTHORIZED, OVERSIZE),
  fc.integer({ min: 1, max: 20_000 }).map(rateLimited),
  fc.constant({ kind: "stale", serverTime: undefined, error: new Error("stale") } as const),
  fc.constant({ kind: "accepted", ingestMs: 1, reason: undefined } as const),
);

const schedule = fc.record({
  options: fc.record({
    maxEvents: fc.integer({ min: 1, max: 40 }),
    whenFull: fc.constantFrom("drop" as const, "wait" as const),
    giveUpAfterMs: fc.option(fc.integer({ min: 1, max: 20_000 }), { nil: undefined }),
  }),
  acts: fc.array(act, { minLength: 1, maxLength: 20 }),
  answers: fc.array(scripted, { minLength: 1, maxLength: 60 }),
  latencies: fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 20 }),
  /** Whether the service recovers before the close, which is then late enough for everything. */
  recovers: fc.boolean(),
  closeDeadlineMs: fc.integer({ min: 0, max: 2_000 }),
});

/** The longest `Retry-After` of a failure, and the longest pause between two probes. */
const RECOVERY_MS = 400_000;

async function perform(scene: Stage, next: Act, receipts: Promise<DeliveryOutcome>[]) {
  const { time, delivery } = scene;
  switch (next.do) {
    case "submit":
      for (let i = 0; i < next.count; i += 1) {
        const record = eventRecord(time, { idGivenByCaller: next.given });
        receipts.push(delivery.submit(record).outcome);
      }
      break;
    case "pass":
      await time.pass(next.ms);
      break;
    case "flush":
      await inTime(time, next.deadlineMs, delivery.flush({ deadlineMs: next.deadlineMs }));
      break;
    case "admit": {
      const abort = new AbortController();
      delivery.admit(abort.signal)?.catch(() => {});
      if (next.abort) abort.abort();
      break;
    }
    case "forget":
      delivery.forget?.("denied");
  }
}

/** Waits for something that has a deadline. */
async function inTime(time: Stage["time"], deadlineMs: number, work: Promise<void>): Promise<void> {
  const since = time.monotonic();
  await time.until(work);
  expect(time.monotonic() - since).toBeLessThanOrEqual(deadlineMs);
}

/** Spans in which nothing may be sent to ingest: what a 429 asked for. */
type Limits = { readonly from: number; readonly to: number }[];

function limitBy(limits: Limits, now: number, result: IngestResult | undefined): void {
  if (result?.kind !== "rate_limited") return;
  limits.push({ from: now, to: now + result.retryAfterMs });
}

describe("the counters of memory delivery", () => {
  it("add up at any time, each event has one correct outcome, and no rate limit or deadline is broken", async () => {
    await fc.assert(
      fc.asyncProperty(schedule, async (plan) => {
        const scene = stage(plan.options);
        const { time, sender, delivery, told } = scene;
        const check = () => assertBalanced(delivery.counters());
        const limits: Limits = [];
        sender.onIngest = (_event, nth) => {
          check();
          const answer = plan.answers[nth % plan.answers.length];
          limitBy(limits, time.monotonic(), answer);
          return answer;
        };
        sender.onFinalize = (_id, nth) => {
          check();
          return nth % 3 === 0 ? { kind: "not_found", error: new Error("404") } : undefined;
        };
        sender.latencyMs = () => plan.latencies[sender.ingests.length % plan.latencies.length] ?? 0;
        const receipts: Promise<DeliveryOutcome>[] = [];
        for (const next of plan.acts) {
          await perform(scene, next, receipts);
          check();
        }
        if (plan.recovers) {
          sender.onIngest = () => undefined;
          await time.pass(RECOVERY_MS);
          expect(delivery.counters().pending).toBe(0);
        }
        await inTime(
          time,
          plan.closeDeadlineMs,
          delivery.close({ deadlineMs: plan.closeDeadlineMs }),
        );
        check();
        const isEarly = (at: number) => limits.some(({ from, to }) => from < at && at < to);
        expect(sender.ingests.filter(({ at }) => isEarly(at))).toEqual([]);

        const outcomes = await Promise.all(receipts);
        expect(delivery.counters()).toMatchObject({ created: receipts.length, pending: 0 });
        expect(told.size).toBe(outcomes.length);
        for (const outcome of outcomes) {
          expect(told.get(outcome.eventId)).toEqual([outcome]);
          const stored = sender.stored.get(outcome.eventId) ?? 0;
          expect(stored).toBeLessThanOrEqual(1);
          if (outcome.status === "delivered") expect(stored).toBe(1);
          if (outcome.reason === "queue_full") expect(stored).toBe(0);
        }
        await time.settle();
        expect(time.timers).toBe(0);
        expect(sender.inFlight).toBe(0);
      }),
      { numRuns: 150 },
    );
  });

  it("are checked by an assertion that can fail", () => {
    const counters = new OutcomeCounters().read();
    expect(() => assertBalanced(counters)).not.toThrow();
    expect(() => assertBalanced({ ...counters, created: 1 })).toThrow("do not add up");
    expect(() => assertBalanced({ ...counters, created: 1, lost: 1 })).toThrow("do not add up");
    expect(() => assertBalanced({ ...counters, pending: -1, delivered: 1 })).toThrow("add up");
    expect(() => assertBalanced({ ...counters, dropped: { closed: 1 } })).toThrow("add up");
  });
});

describe("two thousand events with faults in three of ten requests", () => {
  it.each([1, 2, 3])("are all stored, once each (fault sequence %d)", async (seed) => {
    const scene = stage();
    const { time, sender, delivery } = scene;
    let state = seed * 7_919;
    // Park-Miller generator: the same faults in every run.
    const random = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    const faults = [FAILED, LOST_AFTER_STORE, LOST_AFTER_STORE, FAILED, rateLimited(50)];
    sender.latencyMs = () => 5 + Math.floor(random() * 20);
    sender.onIngest = () =>
      random() < 0.3 ? faults[Math.floor(random() * faults.length)] : undefined;
    sender.onFinalize = () =>
      random() < 0.3 ? { kind: "failed", error: new Error("503") } : undefined;

    const outcomes = await time.until(Promise.all(submitMany(scene, 2_000)));
    expect(sender.stored.size).toBe(2_000);
    expect(new Set(sender.stored.values())).toEqual(new Set([1]));
    expect(new Set(outcomes.map((outcome) => outcome.status))).toEqual(
      new Set(["delivered", "duplicate"]),
    );
    const { delivered, duplicate, pending } = delivery.counters();
    expect({ all: delivered + duplicate, pending }).toEqual({ all: 2_000, pending: 0 });
    // Up to four more for events that have their outcome but not their finalize.
    expect(sender.maxInFlight).toBeLessThanOrEqual(64 + 4);
    sender.onFinalize = () => undefined;
    await time.pass(120_000);
    const finalized = new Set(sender.finalizes.map(({ clientEventId }) => clientEventId));
    expect([finalized.size, time.timers]).toEqual([2_000, 0]);
  });
});
