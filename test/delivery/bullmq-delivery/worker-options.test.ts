import { describe, expect, it } from "vitest";
import { runDeliveryWorker } from "../../../src/bullmq.ts";

/** Nothing listens there, and nothing is connected before the options are checked. */
const connection = { host: "127.0.0.1", port: 1, lazyConnect: true };
const address = { connection, baseURL: "http://127.0.0.1:1", apiKey: "test-key" };

describe("the options of a delivery worker", () => {
  it.each([
    ["queueName", { queueName: "a:b" }, /queueName must be a text without colons/],
    ["lockMs", { lockMs: 0 }, /lockMs must be a whole number/],
    ["a lockMs beyond every timer", { lockMs: 2 ** 31 }, /lockMs must be .* 1 to 2147483647/],
    ["baseURL", { baseURL: "http://example.com" }, /allowInsecureHttp/],
    ["onDelivery", { onDelivery: "log" as never }, /onDelivery must be a function/],
    ["logger", { logger: null as never }, /logger must be an object/],
    [
      "a misspelled one, with the names that there are",
      { queue: "q" },
      /queue is no known option; known are .*queueName, .*lockMs, .*baseURL, .*apiKey/,
    ],
    [
      "all of its own beside a wrong one of the data plane",
      {
        ...{ queueName: "q", prefix: "p", concurrency: 1, giveUpAfterMs: 1, lockMs: 1 },
        ...{ keepDeadLetters: { maxCount: 1 }, onDelivery: () => undefined, logger: {} },
        systemId: "no id",
      },
      /systemId .* must be a UUID/,
    ],
  ])("are checked before anything is connected: %s", async (_, options, message) => {
    await expect(runDeliveryWorker({ ...address, ...options })).rejects.toThrow(message);
  });
});
