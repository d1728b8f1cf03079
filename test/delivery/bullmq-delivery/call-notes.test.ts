import { expect, it } from "vitest";
import { CallNotes } from "../../../src/delivery/bullmq-delivery/call-notes.ts";
import type { RedisQueue } from "../../../src/delivery/bullmq-delivery/redis-queue.ts";
import { freshRecord } from "../../../src/testing/contract-service.ts";
import { VirtualTime } from "../simulated/virtual-time.ts";

const APPS = "bull:q:apps";
const LEASE_MS = 30_000;
const BEAT_MS = LEASE_MS / 6;

/** The notes of an app, and the hashes of a Redis that can refuse everything. */
function noting() {
  const time = new VirtualTime();
  const hashes = new Map<string, Map<string, string>>();
  const state = { refuses: false, isReady: true };
  const fieldsOf = (key: string) => hashes.get(key) ?? new Map<string, string>();
  const redis = {
    ready: async () => state.isReady,
    hset: async (key: string, fields: Readonly<Record<string, string>>) => {
      if (!state.refuses) hashes.set(key, new Map([...fieldsOf(key), ...Object.entries(fields)]));
      return !state.refuses;
    },
    hdel: async (key: string, ...fields: readonly string[]) => {
      if (!state.refuses) for (const field of fields) fieldsOf(key).delete(field);
      return !state.refuses;
    },
  } as unknown as RedisQueue;
  const address = { connection: {}, queueName: "q", prefix: "bull" };
  const notes = new CallNotes({ address, redis, leaseMs: LEASE_MS, timers: time });
  const noted = () => [...fieldsOf(`bull:q:calls:${notes.appId}`).keys()];
  const sign = () => fieldsOf(APPS).get(notes.appId);
  return { time, state, notes, noted, sign };
}

it("reports the calls of an app that dies soon, even if Redis refused its first heartbeat", async () => {
  const { state, notes, noted, sign } = noting();
  state.refuses = true;
  expect(await notes.write(freshRecord(), 1_000)).toBe(false);
  state.refuses = false;
  const call = freshRecord();
  expect(await notes.write(call, 1_000)).toBe(true);
  // Others find the calls of an app by its heartbeat.
  expect(sign()).toBeDefined();
  expect(noted()).toEqual([call.event.event_id]);
});

it("shows that its app lives six times within its lease, each time by another sign", async () => {
  const { time, notes, sign } = noting();
  await notes.write(freshRecord(), 1_000);
  const signs = new Set([sign()]);
  for (let beat = 1; beat <= 12; beat += 1) {
    // More calls are no more heartbeats.
    await notes.write(freshRecord(), 1_000);
    await time.pass(BEAT_MS - 1);
    expect(signs).toContain(sign());
    await time.pass(1);
    signs.add(sign());
    expect(signs.size).toBe(1 + beat);
  }
  expect(JSON.parse(sign() ?? "")).toMatchObject({ leaseMs: LEASE_MS });
});

it("removes the note of a call that has ended, later if Redis is away, but no other", async () => {
  const { time, state, notes, noted } = noting();
  const [first, second, running] = [freshRecord(), freshRecord(), freshRecord()];
  for (const call of [first, second, running]) await notes.write(call, 1_000);
  notes.remove(first.event.event_id);
  await time.settle();
  expect(noted()).toEqual([second.event.event_id, running.event.event_id]);
  state.refuses = true;
  notes.remove(second.event.event_id);
  await time.pass(2 * BEAT_MS);
  expect(noted()).toHaveLength(2);
  state.refuses = false;
  await time.pass(BEAT_MS);
  expect(noted()).toEqual([running.event.event_id]);
});

it("writes no note while Redis cannot be reached", async () => {
  const { time, state, notes, noted, sign } = noting();
  state.isReady = false;
  expect(await notes.write(freshRecord(), 1_000)).toBe(false);
  expect([noted(), sign(), time.timers]).toEqual([[], undefined, 0]);
});

it("leaves nothing in Redis if it is closed after its calls", async () => {
  const { time, notes, noted, sign } = noting();
  const call = freshRecord();
  await notes.write(call, 1_000);
  notes.remove(call.event.event_id);
  await time.settle();
  await notes.close();
  expect([noted(), sign(), time.timers]).toEqual([[], undefined, 0]);
});

it("leaves the note of a running call to others if it is closed, and its heartbeat ends", async () => {
  const { time, state, notes, noted, sign } = noting();
  const call = freshRecord();
  await notes.write(call, 1_000);
  state.refuses = true;
  await time.pass(BEAT_MS);
  await notes.close();
  state.refuses = false;
  const last = sign();
  expect(last).toBeDefined();
  await time.pass(2 * LEASE_MS);
  // One that is written late finds no app that lives.
  await notes.write(freshRecord(), 1_000);
  expect(sign()).toBe(last);
  expect(noted()).toContain(call.event.event_id);
  expect(time.timers).toBe(0);
});
