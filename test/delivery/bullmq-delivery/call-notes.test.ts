import { expect, it } from "vitest";
import { CallNotes } from "../../../src/delivery/bullmq-delivery/call-notes.ts";
import type { RedisQueue } from "../../../src/delivery/bullmq-delivery/redis-queue.ts";
import { freshRecord } from "../../../src/testing/contract-service.ts";
import { VirtualTime } from "../simulated/virtual-time.ts";

it("reports the calls of an app that dies soon, even if Redis refused its first heartbeat", async () => {
  const hashes = new Map<string, Readonly<Record<string, string>>>();
  let isFull = true;
  const redis = {
    ready: async () => true,
    hset: async (key: string, fields: Readonly<Record<string, string>>) => {
      if (!isFull) hashes.set(key, fields);
      return !isFull;
    },
  } as unknown as RedisQueue;
  const address = { connection: {}, queueName: "q", prefix: "bull" };
  const notes = new CallNotes({ address, redis, leaseMs: 30_000, timers: new VirtualTime() });
  expect(await notes.write(freshRecord(), 1_000)).toBe(false);
  isFull = false;
  expect(await notes.write(freshRecord(), 1_000)).toBe(true);
  // Others find the calls of an app by its heartbeat.
  expect([...hashes.keys()].sort()).toEqual(["bull:q:apps", `bull:q:calls:${notes.appId}`]);
});
