import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type DeliveryOutcome,
  type GuardedModelClient,
  type GuardedModelClientOptions,
  memoryDelivery,
} from "../../src/index.ts";
import type { Script, Step } from "../../src/local/index.ts";
import { stopwatch } from "../support/processes/stopwatch.ts";
import { leaksOf, ORIGINAL } from "../support/secrets.ts";
import { openStand, type Stand } from "../support/stands/stand.ts";
import type { StrictOptions } from "../support/strict-data-plane/strict-data-plane.ts";

const model = "gpt-4o-mini";
const input = `Write to ${ORIGINAL}, please.`;

describe("an event whose ingest", () => {
  let stand: Stand;
  let logged: { level: string; message: string; details: unknown }[];

  const open = async (options: StrictOptions = {}): Promise<void> => {
    stand = await openStand({ forbidden: [ORIGINAL], ...options });
  };
  beforeEach(() => {
    logged = [];
  });
  afterEach(async () => {
    const { breaches, apiKey } = stand.plane;
    await stand.close();
    expect(breaches).toEqual([]);
    expect(leaksOf(logged, ORIGINAL, apiKey)).toEqual([]);
  });

  const guardOf = (options: GuardedModelClientOptions = {}): GuardedModelClient => {
    const log = (level: string) => (message: string, details?: unknown) =>
      void logged.push({ level, message, details });
    const logger = { warn: log("warn"), error: log("error"), info: log("info") };
    return stand.guard({ logger, ...options });
  };

  const call = async (guard: GuardedModelClient, more: object = {}): Promise<DeliveryOutcome> => {
    const execute = ({ input: given }: { input: string }) => `You said: ${given}`;
    const { delivery } = await guard.call({ model, input, execute, ...more });
    return delivery;
  };

  const expectAddingUp = (guard: GuardedModelClient): void => {
    const { created, dropped, pending, persisted, ...ended } = guard.stats();
    const { delivered, duplicate, accepted, rejected } = ended;
    const droppedInAll = Object.values(dropped).reduce((sum, count) => sum + count, 0);
    const sum = delivered + duplicate + accepted + rejected + droppedInAll + persisted + pending;
    expect(created).toBe(sum);
  };

  /** Makes one call with a script for ingest; returns the outcome of its event. */
  const deliver = async (script: Script, more: object = {}): Promise<DeliveryOutcome> => {
    await open();
    stand.plane.script("ingest", script);
    const guard = guardOf();
    const outcome = await call(guard, more);
    expectAddingUp(guard);
    return outcome;
  };

  const TRANSIENT: Record<string, Step> = {
    "resets the connection": "reset",
    "speaks another protocol": "garbage",
    "answers 500": { status: 500 },
    "answers 502": { status: 502, raw: "<html>" },
    "answers 503": { status: 503, body: { error: "x", reason: "system_failure_db_unavailable" } },
    "answers 200 without success": { status: 200, body: {} },
    "answers 200 with a success that is no true": { status: 200, body: { success: "true" } },
    "answers 200 with a success through __proto__": {
      ...{ status: 200, raw: '{"__proto__":{"success":true}}' },
    },
    "answers 200 for another event": {
      ...{ status: 200, body: { success: true, event_id: crypto.randomUUID() } },
    },
    "answers 201": { status: 201, body: { success: true } },
    "answers 204": { status: 204 },
  };

  it.each(Object.entries(TRANSIENT))("%s: is sent again with the same id", async (_name, step) => {
    const outcome = await deliver([step]);
    expect(outcome).toMatchObject({ status: "delivered", attempts: 2, finalized: true });
    const ids = stand.plane.ingestRequests.map(({ body }) => body.event_id);
    expect(ids).toEqual([outcome.eventId, outcome.eventId]);
    expect(stand.plane.stored).toHaveLength(1);
    expect(stand.plane.lifecycles()).toHaveLength(1);
  });

  it.each([301, 302, 303, 307, 308])(
    "redirects with %i: does not follow the redirect",
    async (status) => {
      await open();
      const redirect = `${stand.plane.trapUrl}/api/v1/ingest`;
      stand.plane.script("ingest", [{ redirect, status }]);
      expect(await call(guardOf())).toMatchObject({ status: "delivered", attempts: 2 });
    },
  );

  it.each<readonly [string, Step]>([
    ["is lost", "reset-after-store"],
    ["breaks off", "truncate-body"],
    ["resets", "reset-body"],
    ["is turned into a 500", { afterStore: true, status: 500 }],
  ])("stores it, but its answer %s: counts as duplicate", async (_name, step) => {
    const outcome = await deliver([step]);
    expect(outcome).toMatchObject({ status: "duplicate", attempts: 2, finalized: true });
    expect(stand.plane.stored).toHaveLength(1);
    expect(logged).toEqual([]);
  });

  it("gets its request twice: counts as duplicate, and is logged", async () => {
    const outcome = await deliver(["deliver-twice"]);
    expect(outcome).toMatchObject({ status: "duplicate", attempts: 1, finalized: true });
    expect(stand.plane.stored).toHaveLength(1);
    expect(logged).toMatchObject([{ level: "warn", details: { eventId: outcome.eventId } }]);
  });

  it("has its caller's id already: is rejected", async () => {
    const clientEventId = crypto.randomUUID();
    await open({ callerIds: [clientEventId], allowUnguarded: () => true, allowResend: true });
    const first = guardOf();
    expect(await call(first, { clientEventId })).toMatchObject({ status: "delivered" });
    // Another client, like one in another process: the first one would have noticed by itself.
    const outcome = await call(guardOf(), { clientEventId });
    expect(outcome).toMatchObject({
      status: "rejected",
      reason: "replay_detected",
      attempts: 1,
      error: { code: "data_plane", status: 409 },
    });
    expect(stand.plane.stored).toHaveLength(1);
    // The strict data plane considers one id for two calls a breach of the contract.
    expect(stand.plane.breaches).not.toEqual([]);
    stand.plane.reset();
  });

  it.each<readonly [string, Step, object]>([
    [
      "a 409 of another kind",
      { status: 409, body: { error: "x", reason: "locked" } },
      { status: 409 },
    ],
    [
      "a 400",
      { status: 400, body: { error: "invalid", details: { fieldErrors: { model: ["is bad"] } } } },
      { status: 400, fieldErrors: { model: ["is bad"] } },
    ],
    ["a 403", { status: 403, body: { error: "policy" } }, { status: 403 }],
    ["a 422", { status: 422 }, { status: 422 }],
  ])("answers %s: is rejected at once, with the service's error", async (_name, step, error) => {
    const outcome = await deliver({ always: step });
    expect(outcome).toMatchObject({ status: "rejected", attempts: 1, finalized: "skipped", error });
    expect(stand.plane.finalizeRequests).toEqual([]);
    expect(leaksOf(outcome, ORIGINAL, stand.plane.apiKey)).toEqual([]);
    expect(logged).toMatchObject([{ level: "warn", details: { eventId: outcome.eventId } }]);
  });

  it("accepts it without storing all of it: counts as accepted", async () => {
    const edit = (body: unknown) => ({ ...(body as object), bypassed: true, reason: "fail_open" });
    const outcome = await deliver([{ edit }]);
    expect(outcome).toMatchObject({ status: "accepted", reason: "fail_open", attempts: 1 });
  });

  it("finds it too large: is shrunk step by step, and marked as truncated", async () => {
    await open();
    stand.plane.script("ingest", [{ status: 413 }, { status: 413 }]);
    const text = "a word and ".repeat(2_500);
    const metadata = { note: "x".repeat(6_000), small: "kept" };
    const outcome = await call(guardOf(), { execute: () => text, metadata });
    expect(outcome).toMatchObject({ status: "delivered", attempts: 3 });
    const [event] = stand.plane.stored;
    expect(event?.output).toHaveLength(16_000);
    expect(event?.metadata).toMatchObject({
      small: "kept",
      truncated: { output: text.length, metadata: expect.any(Number) },
    });
    expect(event?.metadata).not.toHaveProperty("note");
  });

  it("finds it always too large: is rejected", async () => {
    const outcome = await deliver(
      { always: { status: 413 } },
      { execute: () => "x".repeat(9_000) },
    );
    expect(outcome).toMatchObject({ status: "rejected", reason: "oversize" });
    expect(outcome.attempts).toBeGreaterThan(2);
  });

  it("answers 429: is not sent again before Retry-After, nor is any other event", async () => {
    await open();
    stand.plane.script("ingest", [{ status: 429, headers: { "retry-after": "1" } }]);
    const guard = guardOf();
    const first = call(guard);
    while (stand.plane.ingestRequests.length === 0) await sleep(2);
    const others = Array.from({ length: 10 }, () => call(guard));
    const outcomes = await Promise.all([first, ...others]);
    for (const outcome of outcomes) expect(outcome.status).toBe("delivered");
    const [limited, ...later] = stand.plane.ingestRequests;
    for (const { receivedAt } of later) {
      expect(receivedAt - (limited?.receivedAt ?? 0)).toBeGreaterThan(950);
    }
    expect(later).toHaveLength(11);
  });

  it("answers 503 with Retry-After: waits that long, even with a flush", async () => {
    await open();
    const away = { status: 503, headers: { "retry-after": "1" } };
    stand.plane.script("ingest", [away]);
    const guard = guardOf();
    const first = call(guard);
    while (stand.plane.ingestRequests.length === 0) await sleep(2);
    expect((await call(guard)).status).toBe("delivered");
    expect(await guard.flush()).toMatchObject({ delivered: 2, pending: 0 });
    expect(await first).toMatchObject({ status: "delivered", attempts: 2 });
    const [failed, other, again] = stand.plane.ingestRequests;
    expect(other?.body).not.toEqual(failed?.body);
    expect((again?.receivedAt ?? 0) - (failed?.receivedAt ?? 0)).toBeGreaterThan(950);
  });

  it("limits the rate continuously: is delivered in the end", async () => {
    await open({ limits: { requestsPerWindow: 4, windowMs: 1_000 } });
    const guard = guardOf();
    const outcomes = await Promise.all(Array.from({ length: 7 }, () => call(guard)));
    for (const outcome of outcomes) expect(outcome.status).toBe("delivered");
    expect(guard.stats().rateLimit).toMatchObject({ limit: 4 });
  });

  it("has another clock: is delivered with its true time, even in a burst", async () => {
    await open({ clock: () => Date.now() + 20 * 60_000, allowStale: true });
    const guard = guardOf();
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => call(guard)));
    for (const outcome of outcomes) expect(outcome.status).toBe("delivered");
    expect(stand.plane.stored).toHaveLength(30);
    for (const event of stand.plane.stored) {
      const aheadMs = Date.parse(event.timestamp) - Date.now();
      expect(Math.abs(aheadMs - 20 * 60_000)).toBeLessThan(60_000);
    }
    const before = stand.plane.ingestRequests.length;
    await call(guard);
    expect(stand.plane.ingestRequests.length - before).toBe(1);
  });

  it("is suspended: waits until the service resumes, with one error in the log", async () => {
    await open();
    stand.plane.suspend();
    const guard = guardOf();
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await call(guard)).toMatchObject({ status: "rejected", reason: "forbidden" });
    }
    const waiting = [call(guard), call(guard)];
    await expect.poll(() => guard.stats()).toMatchObject({ rejected: 3, pending: 2 });
    await sleep(50);
    expect(stand.plane.ingestRequests).toHaveLength(3);
    expect(logged.filter(({ level }) => level === "error")).toHaveLength(1);
    expectAddingUp(guard);
    stand.plane.resume();
    await sleep(1_000);
    // A flush probes the service early.
    await guard.flush({ deadlineMs: 15_000 });
    const outcomes = await Promise.all(waiting);
    expect(outcomes.map(({ status }) => status)).toEqual(["delivered", "delivered"]);
    expect(logged.at(-1)).toMatchObject({ level: "info" });
  });

  it("refuses the key: is not lost, and a new key is requested", async () => {
    await open();
    let apiKey = stand.plane.apiKey;
    const guard = guardOf({ apiKey: () => apiKey });
    expect(await call(guard)).toMatchObject({ status: "delivered" });
    stand.plane.script("ingest", [{ status: 401 }]);
    const waiting = call(guard);
    while (stand.plane.ingestRequests.length < 2) await sleep(2);
    apiKey = stand.plane.rotateApiKey();
    await sleep(1_100);
    await guard.flush({ deadlineMs: 15_000 });
    expect(await waiting).toMatchObject({ status: "delivered" });
    expect(leaksOf(logged, apiKey)).toEqual([]);
  });

  it("refuses the key for good: does not delay flush or close, and counters add up", async () => {
    await open();
    const right = stand.plane.apiKey;
    let source: () => string | Promise<string> = () => right;
    const guard = guardOf({ apiKey: () => source() });
    stand.plane.script("ingest", [{ status: 401, body: { error: "x" } }, { status: 401 }]);
    const delivery = call(guard);
    while (stand.plane.ingestRequests.length < 2) await sleep(2);
    const vain = [
      () => new Promise<string>(() => {}),
      () => Promise.reject(new Error("the vault is shut")),
    ];
    for (source of vain) {
      const waitedMs = stopwatch();
      expect(await guard.flush({ deadlineMs: 300 })).toMatchObject({ created: 1, pending: 1 });
      expect(waitedMs()).toBeLessThan(600);
      expectAddingUp(guard);
    }
    source = () => right;
    const waitedAloneMs = stopwatch();
    await guard.close({ deadlineMs: 300 });
    expect(waitedAloneMs()).toBeLessThan(600);
    expect((await delivery).status).toMatch(/^(delivered|dropped)$/);
    expectAddingUp(guard);
  });

  it("is down: waits in bounded memory, and is delivered afterwards", async () => {
    await open();
    const guard = guardOf({ delivery: memoryDelivery({ maxEvents: 5 }) });
    stand.plane.script("ingest", { always: "reset" });
    const outcomes = Promise.all(Array.from({ length: 20 }, () => call(guard)));
    await expect.poll(() => guard.stats().dropped.queue_full).toBe(15);
    expect(guard.stats()).toMatchObject({ created: 20, pending: 5 });
    expectAddingUp(guard);
    stand.plane.script("ingest", []);
    const stats = await guard.flush({ deadlineMs: 20_000 });
    expect(stats).toMatchObject({ created: 20, pending: 0, dropped: { queue_full: 15 } });
    const statuses = (await outcomes).map(({ status }) => status);
    expect(statuses.filter((status) => status === "delivered")).toHaveLength(5);
    const full = logged.filter(({ message }) => message.includes("queue"));
    expect(full).toHaveLength(2);
  });

  it('is down, with whenFull "wait": is not lost', async () => {
    await open();
    const guard = guardOf({ delivery: memoryDelivery({ maxEvents: 2, whenFull: "wait" }) });
    stand.plane.script("ingest", ["reset", "reset", "reset", "reset"]);
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => call(guard)));
    for (const outcome of outcomes) expect(outcome.status).toBe("delivered");
    expect(stand.plane.stored).toHaveLength(12);
  });

  it.each(["flush", "close"] as const)(
    "is down: does not delay %s, and counters are correct",
    async (end) => {
      await open();
      stand.plane.script("ingest", { always: { status: 503 } });
      const guard = guardOf();
      const outcomes = Promise.all(Array.from({ length: 5 }, () => call(guard)));
      await expect.poll(() => guard.stats().created).toBe(5);
      const waitedMs = stopwatch();
      const stats = await guard[end]({ deadlineMs: 200 });
      expect(waitedMs()).toBeLessThan(700);
      expectAddingUp(guard);
      if (end === "flush") {
        expect(stats).toMatchObject({ created: 5, pending: 5 });
        stand.plane.script("ingest", []);
        expect(await guard.flush()).toMatchObject({ delivered: 5, pending: 0 });
      } else {
        expect(stats).toMatchObject({ created: 5, pending: 0, dropped: { closed: 5 } });
        expect(await guard.close()).toEqual(stats);
        await expect(call(guard)).rejects.toMatchObject({ code: "client_closed" });
      }
      expect(await outcomes).toHaveLength(5);
    },
  );

  it("is pending: is passed to waitUntil, so that the platform waits for it", async () => {
    await open();
    const waited: Promise<unknown>[] = [];
    const guard = guardOf({ waitUntil: (work) => void waited.push(work) });
    stand.plane.script("ingest", [{ status: 500 }]);
    void call(guard);
    await expect.poll(() => waited.length).toBe(1);
    await Promise.all(waited);
    expect(stand.plane.stored).toHaveLength(1);
  });

  describe("succeeds, but whose finalize", () => {
    const finalize = async (script: Script): Promise<DeliveryOutcome> => {
      await open();
      stand.plane.script("finalize", script);
      return call(guardOf());
    };

    it.each<readonly [string, Step]>([
      ["resets the connection", "reset"],
      ["answers 500", { status: 500 }],
      ["answers 503", { status: 503 }],
      [
        "does not know the event yet",
        { status: 404, body: { error: "x", reason: "event_not_found" } },
      ],
      ["stores it and loses its answer", "reset-after-store"],
    ])("%s: is finalized by a retry", async (_name, step) => {
      expect(await finalize([step])).toMatchObject({ status: "delivered", finalized: true });
      expect(stand.plane.finalizeRequests).toHaveLength(2);
    });

    it.each<readonly [string, Step]>([
      ["never works", { status: 500 }],
      ["never knows the event", { status: 404, body: { error: "x", reason: "event_not_found" } }],
      ["refuses", { status: 400 }],
    ])("%s: is delivered without finalize", async (_name, step) => {
      const outcome = await finalize({ always: step });
      expect(outcome).toMatchObject({ status: "delivered", finalized: false });
      expect(stand.plane.stored).toHaveLength(1);
    });
  });

  it("succeeds with a test key: skips finalize", async () => {
    await open({ apiKey: ["sk", "test", "x".repeat(24)].join("_") });
    expect(await call(guardOf())).toMatchObject({ status: "delivered", finalized: "skipped" });
    expect(stand.plane.finalizeRequests).toEqual([]);
  });
});
