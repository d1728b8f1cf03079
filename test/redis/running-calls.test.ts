import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type BullmqDeliveryOptions,
  bullmqDelivery,
  type DeliveryWorker,
  runDeliveryWorker,
} from "../../src/bullmq.ts";
import { GuardedModelClient } from "../../src/index.ts";
import { runScript } from "../support/processes/run-script.ts";
import { stopwatch } from "../support/processes/stopwatch.ts";
import {
  type StrictDataPlane,
  startStrictDataPlane,
} from "../support/strict-data-plane/strict-data-plane.ts";
import { type RedisServer, startRedis } from "./redis-server.ts";
import { until } from "./until.ts";

const LEASE_MS = 1_000;

let redis: RedisServer;
let plane: StrictDataPlane;
let queueName: string;
let closing: (() => Promise<unknown>)[];

beforeEach(async () => {
  redis = await startRedis();
  plane = await startStrictDataPlane({ allowResend: true });
  queueName = randomUUID();
  closing = [];
});
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  await plane.close();
  await redis.close();
  expect(plane.breaches).toEqual([]);
});

function app(options: Partial<BullmqDeliveryOptions> = {}): GuardedModelClient {
  const { connection } = redis;
  const delivery = bullmqDelivery({ connection, queueName, callLeaseMs: LEASE_MS, ...options });
  const guard = new GuardedModelClient({ ...plane.clientOptions, delivery, logger: {} });
  closing.push(() => guard.close({ deadlineMs: 500 }));
  return guard;
}

async function work(): Promise<DeliveryWorker> {
  const where = { connection: redis.connection, queueName, ...plane.clientOptions, logger: {} };
  const worker = await runDeliveryWorker({ ...where, lockMs: 1_000 });
  closing.push(() => worker.close({ deadlineMs: 500 }));
  return worker;
}

const call = (guard: GuardedModelClient, execute = async () => "Hello.") =>
  guard.call({ model: "m", input: "Say hello.", execute });

/** An app in its own process, killed while its calls are with their provider. Returns their ids. */
async function killedInCalls(calls: number): Promise<readonly string[]> {
  const options = { connection: redis.connection, queueName, callLeaseMs: LEASE_MS };
  const script = runScript(`
    import { bullmqDelivery } from "~/src/bullmq.ts";
    import { GuardedModelClient } from "~/src/index.ts";
    const delivery = bullmqDelivery(${JSON.stringify(options)});
    const guard = new GuardedModelClient({ ...${JSON.stringify(plane.clientOptions)}, delivery });
    let calling = 0;
    for (let i = 0; i < ${calls}; i += 1) {
      void guard.call({ model: "m", input: "hello", execute: async ({ clientEventId }) => {
        console.log(clientEventId);
        calling += 1;
        if (calling === ${calls}) console.log("calling");
        await new Promise((resolve) => setTimeout(resolve, 60_000));
        return "never";
      } });
    }
  `);
  await script.printed("calling");
  script.kill("SIGKILL");
  const { output } = await script.ended;
  return output.split("\n").filter((line) => line.length === 36);
}

/** What Redis has about running calls: their notes, and the active apps. */
async function noted(): Promise<{ readonly calls: number; readonly apps: number }> {
  const client = new Redis({ ...redis.connection, lazyConnect: false });
  try {
    let calls = 0;
    for (const key of await client.keys(`bull:${queueName}:calls:*`))
      calls += await client.hlen(key);
    return { calls, apps: await client.hlen(`bull:${queueName}:apps`) };
  } finally {
    client.disconnect();
  }
}

const outcomes = () => plane.stored.map(({ metadata }) => metadata?.outcome);

describe("running calls", () => {
  it("become one interrupted event each if their app is killed, however many workers run", async () => {
    const ids = await killedInCalls(5);
    expect(await noted()).toEqual({ calls: 5, apps: 1 });
    const workers = await Promise.all([work(), work(), work()]);
    await until(() => plane.stored.length === 5);
    await until(async () => (await noted()).apps === 0);
    expect(new Set(plane.stored.map((event) => event.event_id))).toEqual(new Set(ids));
    expect(new Set(outcomes())).toEqual(new Set(["interrupted"]));
    expect(new Set(plane.stored.map((event) => event.event_type))).toEqual(new Set(["error"]));
    await sleep(2 * LEASE_MS);
    expect(plane.ingestRequests).toHaveLength(5);
    expect(await noted()).toEqual({ calls: 0, apps: 0 });
    const delivered = workers.reduce((sum, worker) => sum + worker.stats().delivered, 0);
    expect(delivered).toBe(5);
  });

  it("are reported by the next app if no worker is running", async () => {
    const [id] = await killedInCalls(1);
    const guard = app();
    await call(guard);
    await until(async () => (await noted()).calls === 0);
    await work();
    await until(() => plane.stored.length === 2);
    const interrupted = plane.stored.find((event) => event.event_id === id);
    expect(interrupted?.metadata).toMatchObject({ outcome: "interrupted" });
  });

  it("are not reported while their app is alive, and have one event when they end", async () => {
    const guard = app();
    const slow = call(guard, async () => {
      await sleep(3 * LEASE_MS);
      return "slow";
    });
    await until(async () => (await noted()).calls === 1);
    await work();
    await slow;
    await until(() => plane.stored.length === 1);
    expect(outcomes()).toEqual(["complete"]);
    await until(async () => (await noted()).calls === 0);
  });

  it("are not reported as interrupted after a long Redis outage", async () => {
    const guard = app();
    await work();
    const slow = call(guard, async () => {
      await redis.kill();
      await sleep(2 * LEASE_MS);
      await redis.restart();
      await sleep(2 * LEASE_MS);
      return "slow";
    });
    await slow;
    await until(() => plane.stored.length === 1);
    expect(outcomes()).toEqual(["complete"]);
  });

  it("remove their note when they end, whatever their outcome", async () => {
    const guard = app();
    await call(guard);
    await expect(call(guard, () => Promise.reject(new RangeError("no")))).rejects.toThrow();
    const stream = await guard.stream({
      ...{ model: "m", input: "hello" },
      execute: async function* () {
        yield "a";
        yield "b";
      },
    });
    for await (const _ of stream) break;
    await until(() => guard.stats().persisted === 3);
    await until(async () => (await noted()).calls === 0);
    await guard.close();
    expect(await noted()).toEqual({ calls: 0, apps: 0 });
  });

  it("are reported as interrupted if their app closes before Redis takes their events", async () => {
    const guard = app();
    const client = new Redis(redis.connection);
    await call(guard, async () => {
      await client.config("SET", "maxmemory", "1");
      return "Hello.";
    });
    await guard.close({ deadlineMs: 100 });
    expect(guard.stats().dropped).toEqual({ closed: 1 });
    await client.config("SET", "maxmemory", "0");
    client.disconnect();
    await work();
    await until(() => plane.stored.length === 1);
    expect(outcomes()).toEqual(["interrupted"]);
  });

  it("are not reported again if their app dies after the event but before removing the note", async () => {
    const guard = app();
    const { clientEventId } = await call(guard);
    await until(async () => (await noted()).calls === 0);
    // As if the app had died before it removed the note.
    const client = new Redis(redis.connection);
    const apps = await client.hgetall(`bull:${queueName}:apps`);
    await client.hset(`bull:${queueName}:calls:${Object.keys(apps)[0]}`, clientEventId, "{}");
    client.disconnect();
    expect((await noted()).calls).toBe(1);
    await work();
    await until(() => plane.stored.length === 1);
    await until(async () => (await noted()).calls === 0);
    expect(plane.ingestRequests).toHaveLength(1);
  });

  it("wait for Redis no longer than the deadline, for note and event together", async () => {
    const guard = app({ storeDeadlineMs: 600 });
    await call(guard);
    redis.freeze();
    const waitedMs = stopwatch();
    await call(guard);
    expect(waitedMs()).toBeLessThan(1_100);
    redis.thaw();
  });

  it("are refused before the provider if Redis is required and cannot store the note", async () => {
    const guard = app({ onFull: "required", storeDeadlineMs: 200 });
    await call(guard);
    let executed = 0;
    plane.script("guard", [{ delayMs: 400 }]);
    const refused = call(guard, async () => {
      executed += 1;
      return "";
    });
    refused.catch(() => undefined);
    await until(() => plane.guardRequests.length === 2);
    await redis.kill();
    await expect(refused).rejects.toMatchObject({ code: "delivery_unavailable" });
    expect(executed).toBe(0);
    await redis.restart();
  });

  it("have no notes if `noteCalls` is false", async () => {
    const guard = app({ noteCalls: false });
    await call(guard, async () => {
      expect(await noted()).toEqual({ calls: 0, apps: 0 });
      return "done";
    });
    expect(redis.written()).not.toContain(":calls:");
    expect(() => app({ noteCalls: 1 as never })).toThrow(/noteCalls must be of type boolean/);
  });
});
