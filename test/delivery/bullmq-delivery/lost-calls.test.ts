import { expect, it } from "vitest";
import { writeJobData } from "../../../src/delivery/bullmq-delivery/job-data.ts";
import { LostCalls } from "../../../src/delivery/bullmq-delivery/lost-calls.ts";
import type { RedisQueue } from "../../../src/delivery/bullmq-delivery/redis-queue.ts";
import { ThrottledLog } from "../../../src/delivery/throttled-log.ts";
import { freshRecord } from "../../../src/testing/contract-service.ts";
import { VirtualTime } from "../simulated/virtual-time.ts";

const LEASE_MS = 30_000;
const APPS = "bull:q:apps";

interface Watching {
  readonly sign?: (beat: number) => string;
  /** Of the app that watches. */
  readonly appId?: string;
  readonly otherNotes?: Readonly<Record<string, string>>;
}

const signWith = (leaseMs: number) => (beat: number) =>
  JSON.stringify({ beat: String(beat), leaseMs });

/** Watches one app with a running call, whose answers from Redis wait for `stall`. */
function watched({ sign = signWith(LEASE_MS), appId, otherNotes }: Watching = {}) {
  const time = new VirtualTime();
  const app = { beat: 0, isKnown: true, isNoted: true, claims: 0, stall: Promise.resolve() };
  /** What Redis does not do at the moment. */
  const redisFails = {
    ...{ toTell: false, toTellCalls: false, toAdd: false, toDelete: false, toGiveTheClaim: false },
  };
  const delivered: string[] = [];
  const { event } = freshRecord();
  const note = JSON.stringify(writeJobData(freshRecord({ event }), true));
  const redis = {
    hgetall: async (key: string) => {
      const told = sign(app.beat);
      await app.stall;
      if (redisFails.toTell || (redisFails.toTellCalls && key !== APPS)) return undefined;
      if (key === APPS) return app.isKnown ? { app: told } : {};
      return app.isNoted ? { ...otherNotes, [event.event_id]: note } : {};
    },
    hdel: async (key: string) => {
      if (key === APPS) app.isKnown = false;
      else if (redisFails.toDelete) return false;
      else app.isNoted = false;
      return true;
    },
    swapField: async () => {
      app.claims += 1;
      return !redisFails.toGiveTheClaim;
    },
    addEvent: async (job: { readonly event: { readonly event_id: string } }) => {
      if (redisFails.toAdd) return { refusal: "OOM" };
      delivered.push(job.event.event_id);
      return { refusal: undefined };
    },
  } as unknown as RedisQueue;
  const address = { connection: {}, queueName: "q", prefix: "bull" };
  const log = new ThrottledLog({}, time);
  const watch = new LostCalls({
    ...{ address, redis, timers: time, clock: time, log, looksALease: 4, appId },
  });
  return { time, app, redisFails, delivered, eventId: event.event_id, watch };
}

it("reports the calls of an app once, when its heartbeat has not changed for its lease", async () => {
  const { time, app, delivered, eventId, watch } = watched();
  await time.pass(LEASE_MS / 2);
  app.beat += 1;
  await time.pass(LEASE_MS);
  expect(delivered).toEqual([]);
  await time.pass(LEASE_MS / 2);
  expect(delivered).toEqual([eventId]);
  expect(app).toMatchObject({ isKnown: false, isNoted: false });
  await watch.close();
});

it.each([
  ["takes no events", "toAdd"],
  ["does not tell its calls", "toTellCalls"],
] as const)(
  "keeps the calls of a dead app until they have their events, if Redis %s",
  async (_, fails) => {
    const { time, app, redisFails, delivered, eventId, watch } = watched();
    redisFails[fails] = true;
    await time.pass(3 * LEASE_MS);
    expect(delivered).toEqual([]);
    expect(app).toMatchObject({ isKnown: true, isNoted: true });
    redisFails[fails] = false;
    await time.pass(2 * LEASE_MS);
    expect(delivered).toEqual([eventId]);
    expect(app).toMatchObject({ isKnown: false, isNoted: false });
    await watch.close();
  },
);

it("leaves no note of a dead app's call in Redis for good, though Redis fails to delete it once", async () => {
  const { time, app, redisFails, delivered, eventId, watch } = watched();
  redisFails.toDelete = true;
  await time.pass(LEASE_MS * 1.5);
  expect(delivered).toContain(eventId);
  // Without its app, nobody would find the note any more.
  expect(app).toMatchObject({ isKnown: true, isNoted: true });
  redisFails.toDelete = false;
  await time.pass(2 * LEASE_MS);
  expect(app).toMatchObject({ isKnown: false, isNoted: false });
  await watch.close();
});

it("leaves the calls of a dead app to another process that was faster", async () => {
  const { time, app, redisFails, delivered, watch } = watched();
  redisFails.toGiveTheClaim = true;
  await time.pass(3 * LEASE_MS);
  expect(delivered).toEqual([]);
  expect(app).toMatchObject({ isKnown: true, isNoted: true });
  await watch.close();
});

it("counts no time in which Redis could not be reached as an app's silence", async () => {
  const { time, redisFails, delivered, eventId, watch } = watched();
  await time.pass(LEASE_MS / 2);
  redisFails.toTell = true;
  await time.pass(2 * LEASE_MS);
  redisFails.toTell = false;
  await time.pass(LEASE_MS * 0.9);
  expect(delivered).toEqual([]);
  await time.pass(LEASE_MS / 2);
  expect(delivered).toEqual([eventId]);
  await watch.close();
});

it("does not take its own app for dead, however busy that is", async () => {
  const { time, delivered, watch } = watched({ appId: "app" });
  await time.pass(3 * LEASE_MS);
  expect(delivered).toEqual([]);
  await watch.close();
});

it("looks often enough for an app with a short lease", async () => {
  const { time, delivered, eventId, watch } = watched({ sign: signWith(1_000) });
  await time.pass(1_600);
  expect(delivered).toEqual([eventId]);
  await watch.close();
});

it.each([
  ["a heartbeat", { sign: () => "?" }],
  ["the note of another call", { otherNotes: { another: "?" } }],
])("reports the calls of a dead app also where %s cannot be read", async (_, unreadable) => {
  const { time, delivered, eventId, watch } = watched(unreadable);
  await time.pass(2 * LEASE_MS);
  expect(delivered).toEqual([eventId]);
  await watch.close();
});

it("reports nothing any more once it is closed, and has no timer", async () => {
  const { time, delivered, watch } = watched();
  await time.pass(LEASE_MS / 2);
  await watch.close();
  expect(time.timers).toBe(0);
  await time.pass(3 * LEASE_MS);
  expect(delivered).toEqual([]);
});

it("is closed with the look that is in progress: it claims nothing, and no other look follows", async () => {
  const { time, app, delivered, watch } = watched();
  await time.pass(LEASE_MS - 1);
  let goOn = () => {};
  app.stall = new Promise((resolve) => {
    goOn = resolve;
  });
  await time.pass(LEASE_MS);
  const closed = watch.close();
  goOn();
  await closed;
  await time.settle();
  expect([delivered, app.claims]).toEqual([[], 0]);
  expect(time.timers).toBe(0);
});
