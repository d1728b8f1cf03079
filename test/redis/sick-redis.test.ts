import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { Queue } from "bullmq";
import { Redis } from "ioredis";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bullmqDelivery, runDeliveryWorker } from "../../src/bullmq.ts";
import { callKeys } from "../../src/delivery/bullmq-delivery/call-keys.ts";
import { writeJobData } from "../../src/delivery/bullmq-delivery/job-data.ts";
import { GuardedModelClient } from "../../src/index.ts";
import { freshRecord } from "../../src/testing/contract-service.ts";
import {
  type StrictDataPlane,
  startStrictDataPlane,
} from "../support/strict-data-plane/strict-data-plane.ts";
import { type RedisServer, startRedis } from "./redis-server.ts";

let redis: RedisServer;
let plane: StrictDataPlane;
let queueName: string;
let closing: (() => unknown)[];
let told: { readonly message: string; readonly error: unknown }[];

const tell = (message: string, details?: { readonly error?: unknown }): void =>
  void told.push({ message, error: details?.error });
const logger = { info: tell, warn: tell, error: tell };

beforeEach(async () => {
  told = [];
  queueName = randomUUID();
  redis = await startRedis();
  plane = await startStrictDataPlane({ allowResend: true });
  closing = [() => redis.close(), () => plane.close()];
});
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  expect(plane.breaches).toEqual([]);
});

function app(connection: object = redis.connection): GuardedModelClient {
  const delivery = bullmqDelivery({ connection, queueName, storeDeadlineMs: 300 });
  const guard = new GuardedModelClient({ ...plane.clientOptions, delivery, logger });
  closing.push(() => guard.close({ deadlineMs: 500 }));
  return guard;
}

async function work(connection: object = redis.connection): Promise<void> {
  const where = { connection, queueName, ...plane.clientOptions, logger };
  const worker = await runDeliveryWorker({ ...where, lockMs: 1_000 });
  closing.push(() => worker.close({ deadlineMs: 500 }));
}

const call = (guard: GuardedModelClient) =>
  guard.call({ model: "m", input: "hello", execute: async () => "hi" });

function admin(server: RedisServer = redis): Redis {
  const client = new Redis(server.connection);
  closing.push(() => client.disconnect());
  return client;
}

const comesTrue = (holds: () => unknown) => vi.waitFor(holds, { timeout: 18_000, interval: 20 });

/** The single address of a Redis: new connections go to its current server, existing ones stay. */
async function addressOf(server: RedisServer) {
  const sockets: Socket[] = [];
  const now = { server };
  const door = createServer((inner) => {
    const outer = connect(now.server.connection.port, now.server.connection.host);
    for (const socket of [inner, outer]) sockets.push(socket.on("error", () => {}));
    inner.pipe(outer).pipe(inner);
  });
  await once(door.listen(0, "127.0.0.1"), "listening");
  closing.push(() => {
    door.close();
    for (const socket of sockets) socket.destroy();
  });
  return { now, connection: { host: "127.0.0.1", port: (door.address() as AddressInfo).port } };
}

describe("if Redis is degraded,", () => {
  it("apps and workers move to the new primary when theirs becomes a replica", async () => {
    const address = await addressOf(redis);
    const guard = app(address.connection);
    await work(address.connection);
    await call(guard);
    await comesTrue(() => expect(plane.stored).toHaveLength(1));

    const next = await startRedis();
    closing.unshift(() => next.close());
    address.now.server = next;
    await admin().replicaof(next.connection.host, next.connection.port);
    await call(guard);
    await comesTrue(() => expect(plane.stored).toHaveLength(2));
    expect(guard.stats()).toMatchObject({ created: 2, persisted: 2, dropped: {} });
  });

  it("an app logs Redis's own error code, and stores its events after the recovery", async () => {
    const guard = app();
    await call(guard);
    const redisAdmin = admin();
    await redisAdmin.config("SET", "maxmemory", "1");
    const { delivery } = await call(guard);
    await comesTrue(() => expect(told.map(({ error }) => error)).toContain("OOM"));
    expect(guard.stats()).toMatchObject({ created: 2, pending: 1 });
    await redisAdmin.config("SET", "maxmemory", "0");
    expect(await delivery).toMatchObject({ status: "persisted" });
  });

  it("a worker leaves jobs and notes of a newer release for a worker of that release", async () => {
    const newer = () => ({ ...writeJobData(freshRecord(), false), v: 2, occurredAt: undefined });
    const queue = new Queue(queueName, { connection: redis.connection });
    closing.push(() => queue.close());
    await queue.add("event", newer(), { jobId: "handed-over" });
    const { apps, callsOf } = callKeys({ connection: {}, queueName, prefix: "bull" });
    const redisAdmin = admin();
    const noted = newer();
    await redisAdmin.hset(callsOf("dead"), noted.event.event_id, JSON.stringify(noted));
    await redisAdmin.hset(apps, "dead", JSON.stringify({ beat: "last", leaseMs: 1 }));
    await work();
    await comesTrue(async () => expect(await queue.getDelayedCount()).toBe(2));
    const jobs = await queue.getDelayed();
    const ids = new Set(jobs.map(({ id }) => id));
    expect(ids).toEqual(new Set(["handed-over", noted.event.event_id]));
    expect(jobs.find(({ id }) => id === noted.event.event_id)?.data).toEqual(
      JSON.parse(JSON.stringify(noted)),
    );
    expect(await queue.getFailedCount()).toBe(0);
    expect(told.filter(({ message }) => message.includes("newer release"))).toHaveLength(1);
  });
});
