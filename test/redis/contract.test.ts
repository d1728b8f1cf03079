import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, it } from "vitest";
import { deliveryContract } from "../../src/testing/delivery-contract.ts";
import { fleetDelivery } from "./fleet-delivery.ts";
import { type RedisServer, startRedis } from "./redis-server.ts";

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.close());

describe.concurrent("an outbox on Redis with a worker behind it keeps the contract: it", () => {
  const make = () => fleetDelivery({ connection: redis.connection, queueName: randomUUID() });
  for (const { title, run } of deliveryContract(make)) it(title, run);
});
