import { describe, expect, it } from "vitest";
import { processTimers } from "../../src/delivery/timers.ts";
import { ConfigurationError, DataPlaneError } from "../../src/errors.ts";
import { FAILED, INVALID } from "./scripted-sender.ts";
import { eventRecord, stage, submitMany } from "./stage.ts";

describe("a log message about many events", () => {
  it("is written at once, then once a minute with a count, then in total", async () => {
    const scene = stage();
    const { time, sender, delivery, log } = scene;
    sender.onIngest = () => INVALID;
    submitMany(scene, 1_000);
    await time.pass(1_000);
    expect(log).toHaveLength(1);
    expect(log[0]?.details).not.toHaveProperty("count");

    await time.pass(60_000);
    submitMany(scene, 500);
    await time.pass(1_000);
    expect(log).toHaveLength(2);
    expect(log[1]?.details).toMatchObject({ count: 1_000, reason: "invalid" });

    await time.until(delivery.close({ deadlineMs: 100 }));
    expect(log).toHaveLength(3);
    expect(log[2]?.details).toMatchObject({ count: 499 });
  });

  it("names the status and the fields of a rejection, and nothing else of the answer", async () => {
    const { time, sender, delivery, log } = stage();
    const error = new DataPlaneError("Invalid payload: you sent this and that", {
      status: 400,
      error: "Invalid payload",
      details: { fieldErrors: { user_id: ["too long"], "a value, perhaps": ["bad"] } },
    });
    sender.onIngest = () => ({ kind: "invalid", error });
    const record = eventRecord(time);
    await time.until(delivery.submit(record).outcome);
    expect(log[0]?.details).toEqual({
      eventId: record.event.event_id,
      reason: "invalid",
      status: 400,
      fields: ["user_id"],
    });
  });
});

describe("an event that cannot be sent from here", () => {
  const failures = [
    [
      "undici cannot be loaded",
      new DataPlaneError("undici cannot be loaded.", { cause: new Error("no require") }),
      { error: "undici cannot be loaded.", cause: "no require" },
    ],
    [
      "the app's dispatcher refuses, and quotes its proxy with a password",
      new DataPlaneError("refused.", { cause: new Error("no http://me:pass@proxy.example/ here") }),
      { error: "refused.", cause: "no http://proxy.example/ here" },
    ],
    [
      "the function apiKey gives no key",
      new ConfigurationError("apiKey is empty.", { cause: new Error("of the app") }),
      { error: "apiKey is empty." },
    ],
  ] as const;

  it.each(failures)("is logged at once, with the reason: %s", async (_, error, details) => {
    const { time, sender, delivery, log } = stage();
    sender.onIngest = () => ({ kind: "failed", error });
    const record = eventRecord(time);
    const { outcome } = delivery.submit(record);
    await time.pass(0);
    const message = "Telemetry: an event could not be sent; it waits.";
    const eventId = record.event.event_id;
    expect(log).toEqual([{ level: "warn", message, details: { eventId, ...details } }]);

    sender.onIngest = () => undefined;
    expect(await time.until(outcome)).toMatchObject({ status: "delivered" });
    expect(log).toHaveLength(1);
  });

  it.each([
    ["a broken connection", new DataPlaneError("reset", { retryable: true })],
    ["an unproven success", new DataPlaneError("no proof", { status: 200 })],
  ])("is not mistaken for %s, which is retried quietly", async (_, error) => {
    const { time, sender, delivery, log } = stage();
    sender.onIngest = (_event, nth) => (nth < 3 ? { kind: "failed", error } : undefined);
    await time.until(delivery.submit(eventRecord(time)).outcome);
    expect(log).toEqual([]);
  });
});

it("tells of events that are given up, once a minute", async () => {
  const scene = stage({ giveUpAfterMs: 5_000 });
  const { time, sender, log } = scene;
  sender.onIngest = () => FAILED;
  submitMany(scene, 5);
  await time.pass(6_000);
  const told = log.filter(({ message }) => message.includes("giveUpAfterMs"));
  expect(told).toEqual([
    {
      level: "warn",
      message: "Telemetry: an event was given up after giveUpAfterMs.",
      details: { eventId: expect.any(String), attempts: expect.any(Number) },
    },
  ]);
});

describe("an event with withheld content", () => {
  const withheld = (why: string) => ({ fields: { metadata: { withheld: why } } });

  it.each([
    ["beforeIngest_failed", "beforeIngest threw"],
    ["beforeIngest_invalid", "beforeIngest returned no event"],
    ["masking_failed", "the masker failed"],
  ])("is logged once, with the cause: %s", async (why, fault) => {
    const { time, delivery, log } = stage();
    for (let count = 0; count < 3; count += 1) {
      await time.until(delivery.submit(eventRecord(time, withheld(why))).outcome);
    }
    expect(log).toEqual([
      {
        level: "warn",
        message: expect.stringContaining(fault),
        details: { eventId: expect.any(String) },
      },
    ]);
  });

  it("is not logged if the app wanted it, or the answer had no text", async () => {
    const { time, delivery, log } = stage();
    for (const why of ["beforeIngest", "answer_unreadable"]) {
      await time.until(delivery.submit(eventRecord(time, withheld(why))).outcome);
    }
    expect(log).toEqual([]);
  });
});

describe("the process's timers", () => {
  it("do not fire at once for a delay beyond the maximum of Node.js", async () => {
    let fired = false;
    const cancel = processTimers.schedule(() => {
      fired = true;
    }, 2 ** 40);
    await new Promise((resolve) => processTimers.schedule(() => resolve(undefined), Number.NaN));
    await new Promise((resolve) => processTimers.schedule(() => resolve(undefined), 5));
    cancel();
    expect(fired).toBe(false);
  });
});
