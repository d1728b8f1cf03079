import { expect, it } from "vitest";
import { writeJobData } from "../../../src/delivery/bullmq-delivery/job-data.ts";
import { LostCalls } from "../../../src/delivery/bullmq-delivery/lost-calls.ts";
import type { RedisQueue } from "../../../src/delivery/bullmq-delivery/redis-queue.ts";
import { ThrottledLog } from "../../../src/delivery/throttled-log.ts";
import { freshRecord } from "../../../src/testing/contract-service.ts";
import { VirtualTime } from "../simulated/virtual-time.ts";

const LEASE_MS = 30_000;
const APPS = "bull:q:apps";

/** Watches one app with a running call, whose answers from Redis wait for `stall`. */
function watched() {
  const time = new VirtualTime();
  const app = { beat: 0, isKnown: true, stall: Promise.resolve() };
  const delivered: string[] = [];
  const { event } = freshRecord();
  const note = JSON.stringify(writeJobData(freshRecord({ event }), true));
  const redis = {
    hgetall: async (key: string) => {
      const sign = JSON.stringify({ beat: String(app.beat), leaseMs: LEASE_MS });
      await app.stall;
      if (key === APPS) return app.isKnown ? { app: sign } : {};
      return { [event.event_id]: note };
    },
    hdel: async (key: string) => {
      if (key === APPS) app.isKnown = false;
      return true;
    },
    swapField: async () => true,
    addEvent: async (job: { readonly event: { readonly event_id: string } }) => {
      delivered.push(job.event.event_id);
      return { refusal: undefined };
    },
  } as unknown as RedisQueue;
  const address = { connection: {}, queueName: "q", prefix: "bull" };
  const log = new ThrottledLog({}, time);
  const watch = new LostCalls({ address, redis, timers: time, clock: time, log, looksALease: 4 });
  return { time, app, delivered, eventId: event.event_id, watch };
}

it("reports the calls of an app once, when its heartbeat has not changed for its lease", async () => {
  const { time, app, delivered, eventId, watch } = watched();
  await time.pass(LEASE_MS / 2);
  app.beat += 1;
  await time.pass(LEASE_MS);
  expect(delivered).toEqual([]);
  await time.pass(LEASE_MS / 2);
  expect(delivered).toEqual([eventId]);
  await watch.close();
});

it("reports no calls of a living app if the network to Redis stood still for its lease", async () => {
  const { time, app, delivered, watch } = watched();
  await time.pass(LEASE_MS / 2);
  let goOn = () => {};
  app.stall = new Promise((resolve) => {
    goOn = resolve;
  });
  await time.pass(2 * LEASE_MS);
  goOn();
  await time.settle();
  // The app's heartbeat gets through after the question of the one that watches it.
  app.beat += 1;
  await time.pass(LEASE_MS / 2);
  expect(delivered).toEqual([]);
  await watch.close();
});
