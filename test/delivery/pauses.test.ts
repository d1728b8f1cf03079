import { describe, expect, it } from "vitest";
import {
  awayFor,
  FAILED,
  FORBIDDEN,
  INVALID,
  rateLimited,
  UNAUTHORIZED,
} from "./scripted-sender.ts";
import { eventRecord, stage, submitMany } from "./stage.ts";

const MINUTE = 60_000;

const errorsIn = (log: readonly { readonly level: string }[]) =>
  log.filter((line) => line.level === "error");

describe("a rate limit (429)", () => {
  it("stops ingest for the whole client until Retry-After has passed", async () => {
    const scene = stage();
    const { time, sender, delivery } = scene;
    sender.onIngest = (_event, nth) => (nth === 1 ? rateLimited(30_000) : undefined);
    const first = delivery.submit(eventRecord(time)).outcome;
    await time.settle();
    const others = submitMany(scene, 200);
    await time.pass(29_999);
    expect(sender.ingests).toHaveLength(1);

    const outcomes = await time.until(Promise.all([first, ...others]));
    expect(outcomes.every((outcome) => outcome.status === "delivered")).toBe(true);
    expect(sender.ingests[1]?.at).toBeGreaterThanOrEqual(30_000);
    expect(time.monotonic()).toBeLessThan(31_000);
  });

  it("lets pending requests finish, whose success does not shorten it", async () => {
    const scene = stage();
    const { time, sender } = scene;
    sender.latencyMs = 10;
    sender.onIngest = (_event, nth) => (nth === 1 ? rateLimited(5_000) : undefined);
    sender.latencyMs = () => (sender.ingests.length === 1 ? 10 : 50);
    const outcomes = submitMany(scene, 100);
    await time.pass(4_000);
    expect(sender.ingests).toHaveLength(64);
    expect(sender.stored.size).toBe(63);
    await time.until(Promise.all(outcomes));
    expect(sender.ingests[64]?.at).toBeGreaterThanOrEqual(5_010);
  });

  it("lasts as long as the longest of several, even with a flush", async () => {
    const scene = stage();
    const { time, sender, delivery } = scene;
    sender.latencyMs = 5;
    const waits = [8_000, 20_000, 1_000];
    sender.onIngest = (_event, nth) => {
      const wait = waits[nth - 1];
      return wait === undefined ? undefined : rateLimited(wait);
    };
    submitMany(scene, 3);
    await time.pass(10);
    const flushed = delivery.flush({ deadlineMs: 60_000 });
    await time.pass(19_980);
    expect(sender.ingests).toHaveLength(3);
    await time.until(flushed);
    expect(sender.stored.size).toBe(3);
  });

  it("ends with a single request, not with all at once", async () => {
    const scene = stage();
    const { time, sender } = scene;
    sender.latencyMs = 5;
    sender.onIngest = (_event, nth) => (nth <= 66 ? rateLimited(10_000) : undefined);
    const outcomes = submitMany(scene, 500);
    await time.pass(25_000);
    expect(sender.ingests).toHaveLength(64 + 2);
    await time.until(Promise.all(outcomes));
    expect(sender.stored.size).toBe(500);
  });

  it("lasts a second if its time cannot be read", async () => {
    const { time, sender, delivery } = stage();
    sender.onIngest = (_event, nth) => (nth === 1 ? rateLimited(Number.NaN) : undefined);
    await time.until(delivery.submit(eventRecord(time)).outcome);
    expect(sender.ingests[1]?.at).toBe(1_000);
  });

  it("is respected even if it lasts days", async () => {
    const { time, sender, delivery } = stage();
    const month = 31 * 24 * 3_600_000;
    sender.onIngest = (_event, nth) => (nth === 1 ? rateLimited(month) : undefined);
    const { outcome } = delivery.submit(eventRecord(time));
    await time.pass(month - 1);
    expect(sender.ingests).toHaveLength(1);
    expect((await time.until(outcome)).status).toBe("delivered");
  });
});

describe("a 503 with Retry-After", () => {
  it("delays its own event that long, even with a flush, and no other event", async () => {
    const scene = stage();
    const { time, sender, delivery } = scene;
    sender.onIngest = (_event, nth) => (nth === 1 ? awayFor(20_000) : undefined);
    const first = delivery.submit(eventRecord(time)).outcome;
    await time.settle();
    await time.until(Promise.all(submitMany(scene, 50)));
    expect(time.monotonic()).toBe(0);
    await time.until(delivery.flush({ deadlineMs: 19_999 }));
    expect(sender.ingests).toHaveLength(51);
    expect(delivery.counters()).toMatchObject({ delivered: 50, pending: 1 });

    expect(await time.until(first)).toMatchObject({ status: "delivered", attempts: 2 });
    expect(time.monotonic()).toBe(20_000);
  });

  it("delays its own event as long if it was the probe of an outage", async () => {
    const scene = stage();
    const { time, sender, delivery } = scene;
    let isDown = true;
    sender.onIngest = ({ model }) => {
      if (model === "busy") return awayFor(2 * MINUTE);
      return isDown ? FAILED : undefined;
    };
    submitMany(scene, 20);
    await time.pass(1_000);
    delivery.submit(eventRecord(time, { fields: { model: "busy" } }));
    await time.pass(10_000);
    isDown = false;
    await time.pass(2 * MINUTE);
    expect(delivery.counters()).toMatchObject({ delivered: 20, pending: 1 });
    const [first, second, ...more] = sender.ingests.filter(({ event }) => event.model === "busy");
    expect([(second?.at ?? 0) - (first?.at ?? 0), more]).toEqual([2 * MINUTE, []]);
  });

  it("delays an event for five minutes at most", async () => {
    const { time, sender, delivery } = stage();
    sender.onIngest = (_event, nth) => (nth === 1 ? awayFor(Number.MAX_VALUE) : undefined);
    await time.until(delivery.submit(eventRecord(time)).outcome);
    expect(time.monotonic()).toBe(5 * MINUTE);
  });

  it("never shortens the backoff, and is ignored if invalid", async () => {
    const { time, sender, delivery } = stage();
    const waits = [-1, 0, 1, Number.NaN];
    sender.onIngest = (_event, nth) => {
      const wait = waits[nth - 1];
      return wait === undefined ? undefined : awayFor(wait);
    };
    await time.until(delivery.submit(eventRecord(time)).outcome);
    expect(sender.ingests.map(({ at }) => at)).toEqual([0, 75, 225, 525, 1_125]);
  });

  it("sets the interval of probes in an outage, a minute at most, even with a flush", async () => {
    const scene = stage();
    const { time, sender, delivery } = scene;
    let waitMs = 30_000;
    sender.onIngest = () => awayFor(waitMs);
    submitMany(scene, 200);
    await time.settle();
    const before = sender.ingests.length;
    await time.until(delivery.flush({ deadlineMs: 29_999 }));
    expect(sender.ingests).toHaveLength(before);
    waitMs = 86_400_000;
    await time.pass(10 * MINUTE);
    expect(sender.ingests.length - before).toBe(10);

    sender.onIngest = () => undefined;
    await time.pass(5 * MINUTE);
    expect(delivery.counters()).toMatchObject({ delivered: 200, pending: 0 });
  });
});

describe("an outage", () => {
  it("causes a small, limited number of requests, and ends within seconds", async () => {
    const scene = stage();
    const { time, sender, log } = scene;
    sender.latencyMs = 10;
    sender.onIngest = () => FAILED;
    const outcomes = submitMany(scene, 5_000);
    await time.pass(3_600_000);
    const inAnHour = sender.ingests.length;
    expect(inAnHour).toBeLessThan(64 + 3_600 / 3 + 10);
    expect(time.timers).toBeLessThanOrEqual(1);

    sender.onIngest = () => undefined;
    const backAt = time.monotonic();
    await time.until(Promise.all(outcomes));
    expect(time.monotonic() - backAt).toBeLessThan(5_000 + (5_000 / 64) * 30);
    expect(sender.ingests.length - inAnHour).toBe(5_000);
    expect(log.map((line) => line.level)).toEqual(["warn", "info"]);
  });

  it("allows one request at a time", async () => {
    const scene = stage();
    const { time, sender } = scene;
    sender.onIngest = () => FAILED;
    submitMany(scene, 500);
    await time.pass(10_000);
    sender.latencyMs = 3_000;
    sender.maxInFlight = 0;
    await time.pass(60_000);
    expect(sender.maxInFlight).toBe(1);
  });

  it("says nothing about the event that probes it, which is retried within seconds", async () => {
    const { time, sender, delivery } = stage();
    let late = 0;
    sender.onIngest = ({ model }) => {
      if (time.monotonic() < 10 * MINUTE) return FAILED;
      if (model === "probe") late += 1;
      return model === "probe" && late === 1 ? FAILED : undefined;
    };
    delivery.submit(eventRecord(time, { fields: { model: "probe" } }));
    await time.pass(10 * MINUTE);
    expect(sender.ingests.length).toBeGreaterThan(100);
    delivery.submit(eventRecord(time));
    await time.pass(15_000);
    expect(late).toBe(2);
    expect(delivery.counters()).toMatchObject({ delivered: 2, pending: 0 });
  });

  it("is not assumed if three in ten requests fail: events are sent at full speed", async () => {
    const scene = stage();
    const { time, sender, log } = scene;
    let state = 42;
    // Park-Miller generator: the same faults in every run.
    const random = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    sender.latencyMs = 10;
    sender.onIngest = () => (random() < 0.3 ? FAILED : undefined);
    const outcomes = submitMany(scene, 5_000);
    const faultlessMs = (5_000 / 64) * 20;
    await time.pass(faultlessMs * 2);
    expect(sender.stored.size).toBeGreaterThan(4_950);
    // The last few failed many times in a row.
    const all = await time.until(Promise.all(outcomes));
    expect(all.every((outcome) => outcome.status === "delivered")).toBe(true);
    expect(time.monotonic()).toBeLessThan(20_000);
    expect(log).toEqual([]);
  });

  it("is not assumed if some events always fail, and the others are delivered", async () => {
    const scene = stage();
    const { time, sender } = scene;
    sender.latencyMs = 10;
    sender.onIngest = (event) => (event.model === "poison" ? FAILED : undefined);
    const poison = { fields: { model: "poison" } };
    for (let i = 0; i < 300; i += 1) {
      scene.delivery.submit(eventRecord(time, poison));
      scene.delivery.submit(eventRecord(time));
    }
    await time.pass(1_000);
    expect(sender.stored.size).toBe(300);

    // Later single events are delivered too, and do not find the gate closed.
    const trickle = async (count: number) => {
      for (let i = 0; i < count; i += 1) {
        scene.delivery.submit(eventRecord(time));
        await time.pass(1_000);
      }
    };
    await trickle(600);
    const { length: lines } = scene.log;
    const { length: requests } = sender.ingests;
    await trickle(60);
    expect(sender.stored.size).toBe(960);
    // Those that always fail cause one or two requests a minute each.
    expect(sender.ingests.length - requests).toBeLessThan(60 + 2 * 300);
    expect(scene.log).toHaveLength(lines);
  });
});

describe("the kill switch (403)", () => {
  it("is not assumed after a single 403, which rejects its event alone", async () => {
    const scene = stage();
    const { time, sender, log } = scene;
    sender.onIngest = (_event, nth) => (nth % 2 === 0 ? FORBIDDEN : undefined);
    const outcomes = [];
    for (let i = 0; i < 10; i += 1) {
      outcomes.push(await time.until(scene.delivery.submit(eventRecord(time)).outcome));
    }
    expect(outcomes.map((outcome) => outcome.status)).toEqual(
      Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? "delivered" : "rejected")),
    );
    expect(errorsIn(log)).toEqual([]);
  });

  it("is assumed after three different events in a row, and probed each minute", async () => {
    const scene = stage();
    const { time, sender, delivery, log } = scene;
    sender.onIngest = () => FORBIDDEN;
    sender.latencyMs = 10;
    submitMany(scene, 50);
    await time.pass(1_000);
    expect(delivery.counters()).toMatchObject({ rejected: 3, pending: 47 });
    const before = sender.ingests.length;
    submitMany(scene, 50);
    await time.pass(600_000);
    expect(sender.ingests.length - before).toBeLessThanOrEqual(10);
    expect(delivery.counters()).toMatchObject({ created: 100, rejected: 3, pending: 97 });
    expect(errorsIn(log)).toHaveLength(1);
  });

  it("ends with a success: waiting events are delivered, and that is logged once", async () => {
    const scene = stage();
    const { time, sender, delivery, log } = scene;
    sender.onIngest = () => FORBIDDEN;
    submitMany(scene, 100);
    await time.pass(300_000);
    sender.onIngest = () => undefined;
    await time.pass(61_000);
    expect(delivery.counters()).toMatchObject({ rejected: 3, delivered: 97, pending: 0 });
    expect(log.filter((line) => line.level === "info")).toHaveLength(1);
  });

  it("does not last because of one event: each probe sends another", async () => {
    const scene = stage();
    const { time, sender, delivery } = scene;
    let suspended = true;
    sender.onIngest = (event) => (suspended || event.model === "banned" ? FORBIDDEN : undefined);
    submitMany(scene, 3);
    await time.settle();
    delivery.submit(eventRecord(time, { fields: { model: "banned" } }));
    submitMany(scene, 20);
    suspended = false;
    await time.pass(130_000);
    expect(delivery.counters()).toMatchObject({ delivered: 20, rejected: 4, pending: 0 });
  });

  it("is not ended by other errors", async () => {
    const scene = stage();
    const { time, sender, delivery } = scene;
    sender.onIngest = () => FORBIDDEN;
    submitMany(scene, 30);
    await time.pass(1_000);
    sender.onIngest = (_event, nth) => (nth % 2 === 0 ? INVALID : FAILED);
    const before = sender.ingests.length;
    await time.pass(180_000);
    expect(sender.ingests.length - before).toBe(3);
    expect(delivery.counters().pending).toBeGreaterThanOrEqual(25);
  });

  it("is probed early by a flush, once", async () => {
    const scene = stage();
    const { time, sender, delivery } = scene;
    sender.onIngest = () => FORBIDDEN;
    submitMany(scene, 30);
    await time.pass(5_000);
    const before = sender.ingests.length;
    await time.until(delivery.flush({ deadlineMs: 3_000 }));
    expect(sender.ingests.length - before).toBe(1);

    sender.onIngest = () => undefined;
    await time.until(delivery.flush({ deadlineMs: 3_000 }));
    expect(delivery.counters()).toMatchObject({ delivered: 27, rejected: 3 });
  });
});

describe("a pause", () => {
  it("is probed by the next event if one cannot be sent at all, having no valid time", async () => {
    const scene = stage();
    const { time, sender, delivery } = scene;
    sender.onIngest = () => FAILED;
    submitMany(scene, 20);
    await time.pass(60_000);
    const { outcome } = delivery.submit(eventRecord(time, { occurredAt: Number.NaN }));
    sender.onIngest = () => undefined;
    await time.pass(60_000);
    expect(await outcome).toMatchObject({ status: "rejected", reason: "undeliverable" });
    expect(delivery.counters()).toMatchObject({ delivered: 20, rejected: 1, pending: 0 });
  });
});

describe("a refused API key (401)", () => {
  it("loses no event: they wait from the first refusal on, and one probes", async () => {
    const scene = stage();
    const { time, sender, delivery, log } = scene;
    sender.onIngest = () => UNAUTHORIZED;
    const outcomes = submitMany(scene, 100);
    await time.pass(1_000);
    const before = sender.ingests.length;
    await time.pass(300_000);
    expect(sender.ingests.length - before).toBe(5);
    expect(delivery.counters()).toMatchObject({ pending: 100 });
    expect(errorsIn(log)).toHaveLength(1);

    sender.onIngest = () => undefined;
    await time.until(Promise.all(outcomes));
    expect(delivery.counters()).toMatchObject({ delivered: 100, pending: 0 });
  });
});

describe("the log", () => {
  it("contains nothing of an event or of an answer's text", async () => {
    const secret = ["very", "private"].join("-");
    const scene = stage();
    const { time, sender, log } = scene;
    const scripts = [INVALID, FORBIDDEN, UNAUTHORIZED, FAILED, rateLimited(1_000)];
    sender.onIngest = (_event, nth) => {
      const scripted = scripts[nth % scripts.length];
      return scripted && { ...scripted, error: new Error(secret) };
    };
    const fields = { input: secret, output: secret, metadata: { secret } };
    for (let i = 0; i < 50; i += 1) scene.delivery.submit(eventRecord(time, { fields }));
    await time.pass(600_000);
    await time.until(scene.delivery.close({ deadlineMs: 10 }));
    expect(log.length).toBeGreaterThan(3);
    expect(JSON.stringify(log)).not.toContain(secret);
  });

  it("may throw without any effect", async () => {
    const fail = () => {
      throw new Error("disk full");
    };
    const logger = { warn: fail, error: fail, info: fail, debug: fail };
    const scene = stage({}, { logger, onOutcome: fail });
    const { time, sender, delivery } = scene;
    sender.onIngest = (_event, nth) => (nth <= 3 ? FORBIDDEN : undefined);
    submitMany(scene, 10);
    await time.pass(70_000);
    expect(delivery.counters()).toMatchObject({ delivered: 7, rejected: 3, pending: 0 });
  });
});
