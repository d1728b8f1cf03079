import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Queue } from "bullmq";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type BullmqDeliveryOptions,
  bullmqDelivery,
  type DeliveryWorker,
  type DeliveryWorkerOptions,
  runDeliveryWorker,
} from "../../src/bullmq.ts";
import { GuardedModelClient } from "../../src/index.ts";
import { ContractService, freshRecord } from "../../src/testing/contract-service.ts";
import { VirtualTime } from "../delivery/simulated/virtual-time.ts";
import { runScript } from "../support/processes/run-script.ts";
import { stopwatch } from "../support/processes/stopwatch.ts";
import { leaksOf, ORIGINAL } from "../support/secrets.ts";
import {
  type StrictDataPlane,
  startStrictDataPlane,
} from "../support/strict-data-plane/strict-data-plane.ts";
import { type RedisServer, startRedis } from "./redis-server.ts";
import { until } from "./until.ts";

let redis: RedisServer;
let plane: StrictDataPlane;
let queueName: string;
let closing: (() => Promise<unknown>)[];
const logged: unknown[] = [];
const tell = (...told: unknown[]): void => void logged.push(told);
const logger = { info: tell, warn: tell, error: tell };

beforeEach(async () => {
  redis = await startRedis();
  plane = await startStrictDataPlane({ forbidden: [ORIGINAL], allowResend: true });
  queueName = randomUUID();
  closing = [];
});
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  await plane.close();
  await redis.close();
  expect(plane.breaches).toEqual([]);
  expect(leaksOf(logged, plane.apiKey, ORIGINAL)).toEqual([]);
});

function app(options: Partial<BullmqDeliveryOptions> = {}): GuardedModelClient {
  const { connection } = redis;
  const delivery = bullmqDelivery({ connection, queueName, ...options });
  const guard = new GuardedModelClient({ ...plane.clientOptions, delivery, logger });
  closing.push(() => guard.close({ deadlineMs: 500 }));
  return guard;
}

async function work(options: Partial<DeliveryWorkerOptions> = {}): Promise<DeliveryWorker> {
  const { connection } = redis;
  const where = { connection, queueName, ...plane.clientOptions, logger };
  const worker = await runDeliveryWorker({ ...where, lockMs: 1_000, ...options });
  closing.push(() => worker.close({ deadlineMs: 500 }));
  return worker;
}

const call = (guard: GuardedModelClient, execute = async () => "Hello.") =>
  guard.call({ model: "m", input: `Write to ${ORIGINAL}.`, execute });

/** Everything that Redis has about the queue, as text. */
async function contents(): Promise<string> {
  const queue = new Queue(queueName, { connection: redis.connection });
  const jobs = await queue.getJobs(["waiting", "active", "delayed", "failed", "completed"]);
  const text = JSON.stringify(jobs.map((job) => ({ ...job.asJSON() })));
  await queue.close();
  return text;
}

describe("an app with its outbox on Redis", () => {
  it("stores events in Redis before it answers, without a key, for any worker to deliver", async () => {
    const guard = app();
    const { delivery, clientEventId } = await call(guard);
    const written = redis.written();
    expect(written).toContain(clientEventId);
    expect(leaksOf(written, plane.apiKey, ORIGINAL)).toEqual([]);
    expect(await delivery).toMatchObject({ status: "persisted", finalized: "skipped" });
    expect(guard.stats()).toMatchObject({ created: 1, persisted: 1, delivered: 0, pending: 0 });
    expect(plane.stored).toEqual([]);

    const heard: string[] = [];
    const worker = await work({ onDelivery: (id, { status }) => heard.push(`${id} ${status}`) });
    await until(() => plane.finalizeRequests.length === 1);
    await until(() => heard.length === 1);
    expect(heard).toEqual([`${clientEventId} delivered`]);
    expect(worker.stats()).toMatchObject({ created: 1, delivered: 1, pending: 0, lost: 0 });
    await until(async () => (await contents()) === "[]");
  });

  it("is served by a worker whose onDelivery fails, at once or later", async () => {
    const heard: string[] = [];
    const onDelivery = (id: string): Promise<never> => {
      heard.push(id);
      const failure = new Error("the listener failed");
      if (heard.length === 1) throw failure;
      return Promise.reject(failure);
    };
    await work({ onDelivery });
    const guard = app();
    const ids = [await call(guard), await call(guard)].map(({ clientEventId }) => clientEventId);
    await until(() => heard.length === 2);
    expect(heard.sort()).toEqual(ids.sort());
    await until(async () => (await contents()) === "[]");
  });

  it("ends by itself when all its work is done", async () => {
    const options = JSON.stringify({ connection: redis.connection, queueName });
    const script = runScript(`
      import { bullmqDelivery } from "~/src/bullmq.ts";
      import { GuardedModelClient } from "~/src/index.ts";
      const delivery = bullmqDelivery(${options});
      const guard = new GuardedModelClient({ ...${JSON.stringify(plane.clientOptions)}, delivery });
      await guard.call({ model: "m", input: "hello", execute: async () => "hi" });
      void guard.record({ eventType: "human_override", model: "m", input: "", output: "late" });
    `);
    expect(await script.ended).toMatchObject({ code: 0, output: "", errors: "" });
    const held = await contents();
    for (const text of ["hi", "late"]) expect(held).toContain(text);
  });

  it("works without Redis, waits only up to its deadline, and stores the event later", async () => {
    await redis.kill();
    const guard = app({ storeDeadlineMs: 200 });
    const waitedMs = stopwatch();
    const { delivery } = await call(guard);
    expect(waitedMs()).toBeLessThan(1_500);
    expect(guard.stats()).toMatchObject({ created: 1, pending: 1 });
    await redis.restart();
    expect(await delivery).toMatchObject({ status: "persisted" });
    await work();
    await until(() => plane.stored.length === 1);
  });

  it("answers within its deadline while Redis hangs, and creates one job for an event written twice", async () => {
    const guard = app({ storeDeadlineMs: 200 });
    await call(guard);
    redis.freeze();
    const waitedMs = stopwatch();
    const { delivery } = await call(guard);
    expect(waitedMs()).toBeLessThan(1_500);
    await sleep(700);
    redis.thaw();
    expect(await delivery).toMatchObject({ status: "persisted" });
    expect(JSON.parse(await contents())).toHaveLength(2);
    await work();
    await until(() => plane.stored.length === 2);
    expect(plane.ingestRequests).toHaveLength(2);
  });

  it("closes at its deadline even if Redis does not respond", async () => {
    const time = new VirtualTime();
    const address = { connection: redis.connection, queueName };
    // An attempt that times out on a busy machine would be retried by a clock that stands still.
    const delivery = bullmqDelivery({ ...address, storeDeadlineMs: 20_000 }).start({
      sender: new ContractService(),
      ...{ clock: time, timers: time, random: () => 0.5, logger },
      onOutcome: () => undefined,
    });
    expect(await delivery.submit(freshRecord()).outcome).toMatchObject({ status: "persisted" });
    redis.freeze();
    let isClosed = false;
    const closed = delivery.close({ deadlineMs: 50 }).then(() => {
      isClosed = true;
    });
    await time.pass(150);
    expect(isClosed).toBe(true);
    await closed;
  });

  it("refuses calls before their guard request if Redis is required but down", async () => {
    const guard = app({ onFull: "required", storeDeadlineMs: 200 });
    await call(guard);
    await redis.kill();
    let executed = 0;
    const refused = call(guard, async () => {
      executed += 1;
      return "";
    });
    await expect(refused).rejects.toMatchObject({ code: "delivery_unavailable", retryable: true });
    expect([executed, plane.guardRequests.length]).toEqual([0, 1]);
    await redis.restart();
    await until(() =>
      call(guard).then(
        () => true,
        () => false,
      ),
    );
  });

  it("reports invalid options in its constructor, without their values", () => {
    const options = { connection: redis.connection };
    const wrong: [object, RegExp][] = [
      [{}, /connection must be/],
      [
        { ...options, onFull: "secret" },
        /bullmqDelivery: onFull must be one of "required", "best-effort"/,
      ],
      [{ ...options, maxEvents: 0 }, /maxEvents must be a whole number/],
      [{ ...options, queueName: "a:b" }, /queueName must be a text without colons/],
      [{ ...options, apiKey: "secret" }, /apiKey is no known option/],
    ];
    for (const [given, message] of wrong) {
      expect(() => bullmqDelivery(given as BullmqDeliveryOptions)).toThrow(message);
      expect(() => bullmqDelivery(given as BullmqDeliveryOptions)).not.toThrow(/secret/);
    }
  });
});

describe("a fleet of workers", () => {
  it("takes over the jobs of a killed worker", async () => {
    const guard = app();
    for (let index = 0; index < 10; index += 1) await call(guard);
    plane.script("ingest", { always: "stall-headers" });
    const options = { connection: redis.connection, queueName, lockMs: 1_000 };
    const script = runScript(`
      import { runDeliveryWorker } from "~/src/bullmq.ts";
      await runDeliveryWorker(${JSON.stringify({ ...options, ...plane.clientOptions })});
      console.log("working");
    `);
    await script.printed("working");
    await until(() => plane.ingestRequests.length === 10);
    script.kill("SIGKILL");
    await script.ended;
    plane.script("ingest", []);
    await work();
    await until(() => plane.stored.length === 10);
    await until(async () => (await contents()) === "[]");
  });

  it("pauses as a whole after a 429 to one worker", async () => {
    const guard = app();
    plane.script("ingest", [{ status: 429, headers: { "retry-after": "2" } }]);
    const workers = await Promise.all([work(), work(), work()]);
    for (let index = 0; index < 30; index += 1) await call(guard);
    await until(() => plane.stored.length === 30);
    const [limitedAt = 0, ...later] = plane.ingestRequests.map(({ receivedAt }) => receivedAt);
    // Except for requests already in flight; all of them are delivered in the end.
    const early = later.filter((at) => at > limitedAt + 250 && at < limitedAt + 1_950);
    expect(early).toEqual([]);
    expect(later.filter((at) => at >= limitedAt + 1_950).length).toBeGreaterThan(15);
    const delivered = () => workers.reduce((sum, worker) => sum + worker.stats().delivered, 0);
    await until(() => delivered() === 30);
  });

  it("keeps rejected events as dead letters, lists them, and redelivers them on demand", async () => {
    const guard = app();
    plane.script("ingest", { always: { status: 400, body: { error: "Invalid payload" } } });
    const worker = await work();
    const { clientEventId } = await call(guard);
    await until(async () => (await worker.deadLetters()).length === 1);
    const [letter] = await worker.deadLetters();
    expect(letter).toMatchObject({ eventId: clientEventId, reason: "rejected: invalid" });
    expect(letter?.event).toMatchObject({ output: "Hello." });
    expect(worker.stats()).toMatchObject({ created: 1, rejected: 1 });
    plane.script("ingest", []);
    expect(await worker.redeliver(clientEventId)).toBe(true);
    await until(() => plane.stored.length === 1);
    await until(async () => (await worker.deadLetters()).length === 0);
    expect(await worker.redeliver(clientEventId)).toBe(false);
  });

  it("keeps at most the configured number of dead letters", async () => {
    const guard = app();
    plane.script("ingest", { always: { status: 400, body: { error: "Invalid payload" } } });
    const worker = await work({ keepDeadLetters: { maxCount: 3 } });
    for (let index = 0; index < 8; index += 1) await call(guard);
    await until(() => worker.stats().rejected === 8);
    await until(async () => (await worker.deadLetters()).length === 3);
  });

  it("gives up events that are too old, and only those", async () => {
    const guard = app();
    await call(guard);
    await sleep(400);
    const worker = await work({ giveUpAfterMs: 300 });
    await until(async () => (await worker.deadLetters()).length === 1);
    expect(await worker.deadLetters()).toMatchObject([{ reason: "dropped: gave_up" }]);
    expect(worker.stats()).toMatchObject({ created: 1, dropped: { gave_up: 1 }, pending: 0 });
    await call(guard);
    await until(() => plane.stored.length === 1);
  });

  it("goes on with other events when all that it holds always fail, and keeps those", async () => {
    const guard = app();
    const failing = "The service cannot store this.";
    const failsFor: typeof fetch = async (address, init) =>
      String(init?.body).includes(failing)
        ? new Response("{}", { status: 500 })
        : fetch(address, init);
    for (let index = 0; index < 4; index += 1) await call(guard, async () => failing);
    const worker = await work({ concurrency: 4, fetch: failsFor });
    await until(() => worker.stats().pending === 4);
    for (let index = 0; index < 20; index += 1) await call(guard);
    const waitedMs = stopwatch();
    while (plane.stored.length < 20 && waitedMs() < 30_000) await sleep(50);
    expect(plane.stored).toHaveLength(20);
    await until(() => worker.stats().delivered === 20);
    const { created, persisted, pending } = worker.stats();
    expect(created).toBe(20 + persisted + pending);
    expect(await contents()).toContain(failing);
  });

  it("sends a dead letter again on demand, although it is older than events may be", async () => {
    const worker = await work({ giveUpAfterMs: 300 });
    plane.script("ingest", { always: { status: 400, body: { error: "Invalid payload" } } });
    const { clientEventId } = await call(app());
    await until(async () => (await worker.deadLetters()).length === 1);
    plane.script("ingest", []);
    await sleep(400);
    expect(await worker.redeliver(clientEventId)).toBe(true);
    await until(() => plane.stored.length === 1);
    await until(async () => (await worker.deadLetters()).length === 0);
  });

  it("waits while the system is suspended, and goes on by itself", async () => {
    const guard = app();
    plane.suspend();
    const worker = await work();
    for (let index = 0; index < 20; index += 1) await call(guard);
    await until(() => worker.stats().rejected === 3);
    await sleep(300);
    expect(plane.ingestRequests.length).toBeLessThan(20);
    expect(worker.stats()).toMatchObject({ rejected: 3, pending: 17 });
    plane.resume();
    // Closing tries a suspended service once more.
    await worker.close({ deadlineMs: 3_000 });
    await work();
    await until(() => plane.stored.length === 17);
  });

  it("handles suspension as a whole: three events are rejected, with few requests", async () => {
    const guard = app();
    plane.suspend();
    const workers = await Promise.all([work(), work(), work()]);
    for (let index = 0; index < 40; index += 1) await call(guard);
    const sum = (count: (worker: DeliveryWorker) => number) =>
      workers.reduce((total, worker) => total + count(worker), 0);
    await until(() => sum((worker) => worker.stats().created) === 40);
    await until(() => sum((worker) => worker.stats().rejected) === 3);
    const asked = plane.ingestRequests.length;
    await sleep(1_500);
    expect(plane.ingestRequests.length - asked).toBeLessThanOrEqual(3);
    expect(sum((worker) => worker.stats().rejected)).toBe(3);
    plane.resume();
    const [first] = workers;
    // Closing tries a suspended service once more, and the response applies to all workers.
    await first?.close({ deadlineMs: 3_000 });
    await work();
    await Promise.all(workers.map((worker) => worker.close({ deadlineMs: 5_000 })));
    await until(() => plane.stored.length === 37);
  });

  it("does not pause for long because one worker has a wrong key", async () => {
    const formerKey = plane.apiKey;
    plane.rotateApiKey();
    const guard = app();
    const wrong = await work({ apiKey: formerKey });
    await call(guard);
    await until(() => plane.ingestRequests.length === 1);
    const right = await work();
    await until(async () => {
      await call(guard);
      return right.stats().delivered >= 2;
    });
    await wrong.close({ deadlineMs: 100 });
    await until(() => plane.stored.length === guard.stats().created);
    const inVain = plane.ingestRequests.filter(
      ({ headers }) => headers["x-service-api-key"] === formerKey,
    );
    expect(inVain.length).toBeLessThan(5);
    expect(wrong.stats().rejected + right.stats().rejected).toBe(0);
  });

  it("returns undelivered events on close, for other workers to deliver", async () => {
    const guard = app();
    plane.script("ingest", { always: { status: 503 } });
    const worker = await work();
    for (let index = 0; index < 20; index += 1) await call(guard);
    await until(() => worker.stats().created === 20);
    const waitedMs = stopwatch();
    await worker.close({ deadlineMs: 200 });
    expect(waitedMs()).toBeLessThan(2_500);
    expect(worker.stats()).toMatchObject({ created: 20, persisted: 20, pending: 0, dropped: {} });
    plane.script("ingest", []);
    await work();
    await until(() => plane.stored.length === 20);
  });

  it("continues after Redis was down, and neither loses nor duplicates events", async () => {
    const guard = app();
    const worker = await work();
    for (let index = 0; index < 10; index += 1) await call(guard);
    await redis.kill();
    const calls = Array.from({ length: 10 }, () => call(guard));
    await Promise.all(calls);
    await redis.restart();
    await until(() => plane.stored.length === 20);
    await until(async () => (await contents()) === "[]");
    expect(guard.stats()).toMatchObject({ created: 20, persisted: 20 });
    expect(worker.stats().lost).toBe(0);
  });

  it("closes a worker within its deadline even if Redis does not respond", async () => {
    const guard = app();
    plane.script("ingest", { always: { status: 503 } });
    const worker = await work();
    for (let index = 0; index < 5; index += 1) await call(guard);
    await until(() => worker.stats().created === 5);
    redis.freeze();
    const waitedMs = stopwatch();
    await worker.close({ deadlineMs: 500 });
    expect(waitedMs()).toBeLessThan(1_000);
    redis.thaw();
    plane.script("ingest", []);
    await work();
    await until(() => plane.stored.length === 5);
  });

  it("rejects invalid deadlines and pages of dead letters", async () => {
    const worker = await work();
    await expect(worker.close({ deadlineMs: Number.NaN })).rejects.toThrow(/close: deadlineMs/);
    await expect(worker.deadLetters({ count: 0 })).rejects.toThrow(/deadLetters: count/);
    await expect(worker.deadLetters({ start: -1 })).rejects.toThrow(/deadLetters: start/);
  });

  it("rejects invalid options of a worker", async () => {
    const right = { connection: redis.connection, ...plane.clientOptions };
    await expect(runDeliveryWorker({ ...right, concurrency: 0 })).rejects.toThrow(/concurrency/);
    await expect(runDeliveryWorker({ ...right, giveUpAfterMs: -1 })).rejects.toThrow(
      /giveUpAfterMs/,
    );
    await expect(runDeliveryWorker({ ...right, baseURL: "http://example.com" })).rejects.toThrow(
      /allowInsecureHttp/,
    );
  });
});
