import { describe, expect, it } from "vitest";
import { FAILED } from "./scripted-sender.ts";
import { eventRecord, type Stage, stage } from "./stage.ts";

// A queue that makes new calls wait has space for the event of every call that it has let in.

const recordOne = ({ delivery, time }: Stage) =>
  delivery.submit(eventRecord(time, { finalize: false })).outcome;

describe('events of record, in a queue with whenFull "wait"', () => {
  it("let no more calls in than the queue has space for", async () => {
    const scene = stage({ maxEvents: 2, whenFull: "wait" });
    const { time, delivery } = scene;
    expect(delivery.admit(undefined)).toBeUndefined();
    expect(delivery.admit(undefined)).toBeUndefined();
    const recorded = await time.until(Promise.all([recordOne(scene), recordOne(scene)]));
    expect(recorded.map(({ status }) => status)).toEqual(["delivered", "delivered"]);
    const held = delivery.admit(undefined);
    expect(held).toBeInstanceOf(Promise);
    delivery.submit(eventRecord(time));
    await time.until(held ?? Promise.reject(new Error("was not held")));
  });

  it("do not take the space of calls in progress during an outage", async () => {
    const scene = stage({ maxEvents: 2, whenFull: "wait" });
    const { time, sender, delivery, told } = scene;
    sender.onIngest = () => FAILED;
    delivery.admit(undefined);
    delivery.admit(undefined);
    for (let i = 0; i < 5; i += 1) void recordOne(scene);
    const called = [eventRecord(time), eventRecord(time)];
    for (const record of called) delivery.submit(record);
    expect(called.filter(({ event }) => told.has(event.event_id))).toEqual([]);
    expect(delivery.counters()).toMatchObject({ pending: 4, dropped: { queue_full: 3 } });
  });

  it("lets waiting calls in as calls that ended silently lose their space, each a minute after it began", async () => {
    const { time, delivery } = stage({ maxEvents: 2, whenFull: "wait" });
    await time.pass(5_000);
    delivery.admit(undefined);
    await time.pass(20_000);
    delivery.admit(undefined);
    const waiting = [delivery.admit(undefined), delivery.admit(undefined)];
    await time.until(waiting[0] ?? Promise.reject(new Error("was not held")));
    expect(time.monotonic()).toBe(65_000);
    await time.until(waiting[1] ?? Promise.reject(new Error("was not held")));
    expect(time.monotonic()).toBe(85_000);
  });

  it("may use the space of calls that have not ended for a minute", async () => {
    const scene = stage({ maxEvents: 1, whenFull: "wait" });
    const { time, sender, delivery } = scene;
    sender.onIngest = () => FAILED;
    delivery.admit(undefined);
    await time.pass(60_000);
    void recordOne(scene);
    void recordOne(scene);
    expect(delivery.counters()).toMatchObject({ pending: 2, dropped: {} });
  });
});
