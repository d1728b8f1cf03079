import { describe, expect, it } from "vitest";
import { readMemoryOptions } from "../../../src/delivery/memory-delivery/memory-options.ts";
import { startMemory } from "../../../src/delivery/memory-delivery/running.ts";
import { FAILED, rateLimited, ScriptedSender } from "../scripted-sender.ts";
import { VirtualTime } from "../simulated/virtual-time.ts";
import { eventRecord } from "../stage.ts";

/** What a worker holds of its queue: two events at once, and each for ten seconds. */
function held() {
  const time = new VirtualTime();
  const sender = new ScriptedSender(time);
  const settings = { ...readMemoryOptions({}), putBack: { fromEvents: 2, afterMs: 10_000 } };
  const delivery = startMemory(settings, {
    ...{ sender, clock: time, timers: time, random: () => 0.5, logger: {} },
    onOutcome: () => {},
  });
  const submit = () => delivery.submit(eventRecord(time)).outcome;
  const dropped = () => delivery.counters().dropped;
  return { time, sender, submit, dropped };
}

describe("an event that a worker holds", () => {
  it("goes back to the queue if it has failed for long, and others wait for its place", async () => {
    const { time, sender, submit, dropped } = held();
    sender.onIngest = () => FAILED;
    const outcomes = [submit(), submit()];
    await time.pass(9_900);
    expect(dropped()).toEqual({});
    await time.pass(20_000);
    expect(dropped()).toEqual({ put_back: 1 });
    sender.onIngest = () => undefined;
    const statuses = (await time.until(Promise.all(outcomes))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(["delivered", "dropped"]);
  });

  it("stays while nothing waits for its place", async () => {
    const { time, sender, submit, dropped } = held();
    sender.onIngest = () => FAILED;
    void submit();
    await time.pass(300_000);
    expect(dropped()).toEqual({});
  });

  it("stays if it was not sent, or needs only its finalize", async () => {
    const { time, sender, submit, dropped } = held();
    sender.onFinalize = () => FAILED;
    void submit();
    await time.pass(1);
    sender.onIngest = () => rateLimited(60_000);
    void submit();
    void submit();
    await time.pass(300_000);
    expect(dropped()).toEqual({});
  });
});
