import { deepEqual, equal, notEqual, ok, rejects } from "node:assert/strict";
import type { Delivery } from "../delivery/delivery.ts";
import type { ContractCase } from "./contract-case.ts";
import { DOWN, freshRecord, LOST_ANSWER } from "./contract-service.ts";
import { byDeadline, DeliveryBench, early, matches, pause, soon, until } from "./delivery-bench.ts";

/** The test of one case, which gets a new bench. */
type Show = (bench: DeliveryBench) => Promise<void>;

/**
 * Tests of what every delivery must do, for any test runner:
 *
 * ```ts
 * for (const { title, run } of deliveryContract(() => myDelivery())) it(title, run);
 * ```
 *
 * `make` is called once for each test and must return a new delivery that shares no events with
 * earlier ones. It is closed when its test ends. A wrong delivery may need ten seconds to fail, more
 * than the default timeout of some runners.
 *
 * @throws AssertionError if `make` is no function.
 */
export function deliveryContract(
  make: () => Delivery | Promise<Delivery>,
): readonly ContractCase[] {
  ok(typeof make === "function", "deliveryContract: make must be a function");
  return Object.entries({ ...SENDING, ...REFUSALS, ...COUNTERS, ...ENDING }).map(
    ([title, show]) => ({
      title,
      run: async () => {
        const bench = new DeliveryBench(await make(), { hostile: HOSTILE.has(title) });
        try {
          await show(bench);
        } finally {
          await bench.close();
        }
      },
    }),
  );
}

const SENDING: Readonly<Record<string, Show>> = {
  "delivers an event once, finalizes it and says so": async (bench) => {
    const record = freshRecord();
    const { event_id: eventId } = record.event;
    const outcome = await bench.deliver(record);
    matches(outcome, { status: "delivered", eventId, finalized: true });
    deepEqual(
      bench.service.ingests.map(({ event }) => event),
      [record.event],
    );
    const { ingestMs } = outcome;
    deepEqual(bench.service.finalizes, [{ clientEventId: eventId, ingestMs }]);
  },

  "lets calls in, whether they come to an event or not": async (bench) => {
    const { delivery } = bench;
    for (let call = 0; call < 20; call += 1) {
      const record = freshRecord();
      const { event_id: eventId } = record.event;
      await soon(Promise.resolve(delivery.admit(undefined)), "an admission");
      if (call % 2 === 0) {
        delivery.forget?.(eventId);
        continue;
      }
      await soon(Promise.resolve(delivery.note?.({ eventId, interrupted: record })), "a note");
      matches(await bench.deliver(record), { status: "delivered", eventId });
    }
    equal(delivery.counters().created, 10);
  },

  "finalizes only what belongs to a lifecycle": async (bench) => {
    const outcome = await bench.deliver(freshRecord({ finalize: false }));
    matches(outcome, { status: "delivered", finalized: "skipped" });
    deepEqual(bench.service.finalized, []);
  },

  "finalizes nothing where the key may not": async (bench) => {
    bench.service.isLive = false;
    matches(await bench.deliver(), { status: "delivered", finalized: "skipped" });
    deepEqual(bench.service.finalizes, []);
  },

  "sends again under the same id until the service takes it": async (bench) => {
    bench.service.onIngest = (_event, nth) => (nth <= 2 ? DOWN : undefined);
    matches(await bench.deliver(), { status: "delivered", attempts: 3 });
    equal(new Set(bench.service.ingests.map(({ event }) => event.event_id)).size, 1);
  },

  "takes a replay after a lost answer for the success it is": async (bench) => {
    bench.service.onIngest = (_event, nth) => (nth === 1 ? LOST_ANSWER : undefined);
    const outcome = await bench.deliver(freshRecord({ idGivenByCaller: true }));
    matches(outcome, { status: "duplicate", finalized: true });
    deepEqual([...bench.service.stored.values()], [1]);
  },

  "takes a first replay for a duplicate under our id, for a reuse under the caller's": async (
    bench,
  ) => {
    bench.service.onIngest = () => ({ kind: "replay", ingestMs: 1 });
    matches(await bench.deliver(), { status: "duplicate" });
    matches(await bench.deliver(freshRecord({ idGivenByCaller: true })), { status: "rejected" });
    const replayed = freshRecord({ idGivenByCaller: true, replayed: true });
    matches(await bench.deliver(replayed), { status: "duplicate" });
  },

  "passes on what a service that fails open said": async (bench) => {
    bench.service.onIngest = () => ({ kind: "accepted", ingestMs: 1, reason: "db_down" });
    matches(await bench.deliver(), { status: "accepted", reason: "db_down" });
    equal(bench.delivery.counters().accepted, 1);
  },

  "sends nothing before Retry-After has passed": async (bench) => {
    let limitedAt = 0;
    bench.service.onIngest = (_event, nth) => {
      if (nth > 1) return undefined;
      limitedAt = performance.now();
      return { kind: "rate_limited", retryAfterMs: 300, error: new Error("429") };
    };
    const first = bench.submit();
    await until(() => limitedAt > 0);
    const outcomes = [first, bench.submit(), bench.submit()];
    for (const outcome of await soon(Promise.all(outcomes), "receipts")) {
      matches(outcome, { status: "delivered" });
    }
    const early = bench.service.ingests.slice(1).filter(({ at }) => at < limitedAt + 299);
    equal(early.length, 0, "an event was sent before Retry-After had passed");
  },

  "stamps an event again that the service calls stale, and keeps the true time": async (bench) => {
    const serverTime = Date.now() + 3_600_000;
    bench.service.onIngest = (event) =>
      Date.parse(event.timestamp) < serverTime - 300_000
        ? { kind: "stale", serverTime, error: new Error("stale") }
        : undefined;
    const record = freshRecord();
    matches(await bench.deliver(record), { status: "delivered" });
    const sent = bench.service.ingests.at(-1)?.event;
    equal(sent?.metadata?.occurred_at, record.event.timestamp);
    equal(bench.service.ingests.length, 2, "it was sent again without a new stamp");
  },

  "stamps an event again that is too old by the time it is sent": async (bench) => {
    const occurredAt = Date.now() - 600_000;
    const { event, ...rest } = freshRecord({ occurredAt });
    const timestamp = new Date(occurredAt).toISOString();
    await bench.deliver({ ...rest, event: { ...event, timestamp } });
    const sent = bench.service.ingests[0]?.event;
    ok(Date.now() - Date.parse(sent?.timestamp ?? "") < 300_000, "it was sent stale");
    equal(sent?.metadata?.occurred_at, timestamp);
  },
};

const REFUSALS: Readonly<Record<string, Show>> = {
  "rejects what the service calls invalid, with its error, at once": async (bench) => {
    const error = new Error("400");
    bench.service.onIngest = () => ({ kind: "invalid", error });
    matches(await bench.deliver(), { status: "rejected", attempts: 1, error });
  },

  "shrinks what is too large, and says so": async (bench) => {
    const { event, ...rest } = freshRecord();
    bench.service.onIngest = (sent) =>
      sent.input.length > 10_000 ? { kind: "oversize", error: new Error("413") } : undefined;
    const outcome = await bench.deliver({
      ...rest,
      event: { ...event, input: "x".repeat(30_000) },
    });
    matches(outcome, { status: "delivered" });
    notEqual(bench.service.ingests.at(-1)?.event.metadata?.truncated, undefined);
  },

  "rejects one forbidden event, and takes three in a row for the kill switch": async (bench) => {
    bench.service.onIngest = () => ({ kind: "forbidden", error: new Error("403") });
    for (let i = 0; i < 3; i += 1) matches(await bench.deliver(), { status: "rejected" });
    const before = bench.service.ingests.length;
    for (let i = 0; i < 20; i += 1) void bench.submit();
    await pause(200);
    ok(bench.service.ingests.length - before <= 1, "it went on sending to a suspended system");
    const { rejected, pending, persisted } = bench.delivery.counters();
    deepEqual({ rejected, kept: pending + persisted }, { rejected: 3, kept: 20 });
  },

  "keeps events, and stops sending them, where the key is not accepted": async (bench) => {
    bench.service.onIngest = () => ({ kind: "unauthorized", error: new Error("401") });
    void bench.submit();
    await until(() => bench.service.ingests.length > 0);
    await pause(50);
    const before = bench.service.ingests.length;
    for (let i = 0; i < 20; i += 1) void bench.submit();
    await pause(200);
    ok(bench.service.ingests.length - before <= 1, "it went on sending under a refused key");
    const { pending, persisted } = bench.delivery.counters();
    equal(pending + persisted, 21);
  },

  "leaves an event delivered when its finalize fails": async (bench) => {
    bench.service.onFinalize = () => ({ kind: "rejected", error: new Error("400") });
    matches(await bench.deliver(), { status: "delivered", finalized: false });
  },

  "finds an event that is not visible at once": async (bench) => {
    bench.service.onFinalize = (nth) =>
      nth === 1 ? { kind: "not_found", error: new Error("404") } : undefined;
    matches(await bench.deliver(), { status: "delivered", finalized: true });
  },

  "survives a sender that throws": async (bench) => {
    bench.service.onIngest = (_event, nth) => {
      if (nth === 1) throw new Error("out of contract");
      return undefined;
    };
    matches(await bench.deliver(), { status: "delivered" });
  },
};

const UNWATCHABLE = "is not moved by a logger and an observer that throw";
const HOSTILE: ReadonlySet<string> = new Set([UNWATCHABLE]);

const COUNTERS: Readonly<Record<string, Show>> = {
  "keeps books that add up, and tells each outcome once": async (bench) => {
    bench.service.onIngest = (_event, nth) => {
      bench.checkCounters();
      return nth % 4 === 0 ? LOST_ANSWER : undefined;
    };
    const receipts = Array.from({ length: 100 }, () => bench.submit());
    for (const outcome of await soon(Promise.all(receipts), "receipts")) {
      deepEqual(bench.told.get(outcome.eventId), [outcome]);
    }
    const { created, delivered, duplicate, pending } = bench.delivery.counters();
    deepEqual(
      { created, sum: delivered + duplicate, pending },
      { created: 100, sum: 100, pending: 0 },
    );
    deepEqual([...new Set(bench.service.stored.values())], [1]);
  },

  [UNWATCHABLE]: async (bench) => {
    bench.service.onIngest = (_event, nth) =>
      nth === 1 ? { kind: "invalid", error: new Error("400") } : undefined;
    matches(await bench.deliver(), { status: "rejected" });
    matches(await bench.deliver(), { status: "delivered" });
  },
};

const ENDING: Readonly<Record<string, Show>> = {
  "flushes what was handed over before": async (bench) => {
    const receipts = Array.from({ length: 20 }, () => bench.submit());
    await early(8_000, (deadlineMs) => bench.delivery.flush({ deadlineMs }));
    equal(bench.delivery.counters().pending, 0);
    await soon(Promise.all(receipts), "receipts");
  },

  "flushes until its deadline when the service is down": async (bench) => {
    bench.service.onIngest = () => DOWN;
    void bench.submit();
    const tookMs = await byDeadline(200, (deadlineMs) => bench.delivery.flush({ deadlineMs }));
    ok(tookMs >= 190, `it took ${tookMs} ms of 200`);
    equal(bench.delivery.counters().pending, 1);
    const attempts = bench.service.ingests.length;
    ok(attempts <= tookMs / 10, `it made ${attempts} attempts without a pause between them`);
  },

  "drops nothing when it closes, while the service takes what is there": async (bench) => {
    const receipts = Array.from({ length: 20 }, () => bench.submit());
    await early(8_000, (deadlineMs) => bench.delivery.close({ deadlineMs }));
    for (const { status } of await soon(Promise.all(receipts), "receipts")) {
      ok(status === "delivered" || status === "persisted", status);
    }
  },

  "gives up the requests under way when it closes": async (bench) => {
    bench.service.hangs = true;
    const receipt = bench.submit();
    await until(() => bench.service.underWay > 0);
    await soon(bench.delivery.close({ deadlineMs: 100 }), "close");
    await soon(receipt, "a receipt");
    await until(() => bench.service.underWay === 0);
  },

  "closes within its deadline and answers every receipt": async (bench) => {
    bench.service.onIngest = () => DOWN;
    const receipts = Array.from({ length: 20 }, () => bench.submit());
    await byDeadline(200, (deadlineMs) =>
      Promise.all([1, 2].map(() => bench.delivery.close({ deadlineMs }))),
    );
    for (const { status, reason } of await soon(Promise.all(receipts), "receipts")) {
      ok(status === "persisted" || (status === "dropped" && reason === "closed"), status);
    }
    equal(bench.delivery.counters().pending, 0);
  },

  "refuses what comes after close, clearly": async (bench) => {
    await bench.close();
    await rejects(async () => bench.delivery.admit(undefined), { code: "client_closed" });
    const { status } = await bench.deliver();
    ok(status === "dropped" || status === "persisted", status);
    equal(bench.service.ingests.length, 0);
  },
};
