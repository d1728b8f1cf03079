import type { Worker } from "bullmq";
import { Cluster, Redis } from "ioredis";
import { describe, expect, it } from "vitest";
import { bullmqDelivery, runDeliveryWorker } from "../../../src/bullmq.ts";
import {
  connectionsOf,
  dropConnections,
  wordOf,
} from "../../../src/delivery/bullmq-delivery/connection.ts";

it.each([
  ["READONLY You can't write against a read only replica.", "READONLY"],
  [
    "ERR Error running script (call to f_1a): @user_script:1: @user_script: 1: -READONLY You can't write against a read only replica.",
    "READONLY",
  ],
  ["ERR syntax error", "ERR"],
  ["nothing of Redis's", "Error"],
])("names the error code of Redis for a refusal: %s", (message, word) => {
  expect(wordOf(new Error(message))).toBe(word);
});

it("finds and drops the connections of a worker of BullMQ 5, which has no backend", async () => {
  const dropped: unknown[] = [];
  class Version5 {
    readonly client = Promise.resolve("client");
    readonly blockingConnection = { disconnect: async (wait: boolean) => dropped.push({ wait }) };
    async disconnect() {
      dropped.push(this.constructor.name);
    }
  }
  const worker = new Version5() as unknown as Worker;
  expect(await connectionsOf(worker).client).toBe("client");
  dropConnections(worker, { host: "127.0.0.1" });
  expect(dropped).toEqual([{ wait: false }, "Version5"]);
});

describe("a connection that BullMQ cannot use", () => {
  const PREFIX =
    "bullmqDelivery: connection must have no keyPrefix, .* \\(use the option prefix\\)";
  const WORKER = "runDeliveryWorker: connection must be a client with maxRetriesPerRequest: null";

  it("is refused if it is a list, which would lead to the Redis of this machine", () => {
    const mistaken = [{ host: "redis.example" }];
    expect(() => bullmqDelivery({ connection: mistaken })).toThrow("connection must be options");
  });
  const lazyConnect = true;
  const dataPlane = { baseURL: "http://127.0.0.1:1", apiKey: "test-key" };

  it.each([
    ["options", { host: "127.0.0.1", keyPrefix: "app:" }],
    ["a client", new Redis({ lazyConnect, keyPrefix: "app:" })],
    ["a cluster's client", new Cluster([], { lazyConnect, keyPrefix: "app:" })],
  ])(
    "is refused when the delivery is made, not at the first call: a keyPrefix of %s",
    (_, connection) => {
      expect(() => bullmqDelivery({ connection })).toThrow(new RegExp(PREFIX));
    },
  );

  it.each([
    ["a client", new Redis({ lazyConnect })],
    [
      "a cluster's client",
      new Cluster([], { lazyConnect, redisOptions: { maxRetriesPerRequest: 3 } }),
    ],
  ])(
    "is refused before a worker listens to it: %s that gives up on commands",
    async (_, connection) => {
      const before = connection.eventNames();
      await expect(runDeliveryWorker({ connection, ...dataPlane })).rejects.toThrow(WORKER);
      expect(connection.eventNames()).toEqual(before);
    },
  );

  it("does not include an app's client with the defaults of ioredis", () => {
    expect(() => bullmqDelivery({ connection: new Redis({ lazyConnect }) })).not.toThrow();
  });
});
