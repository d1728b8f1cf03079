import { execFile } from "node:child_process";
import { type AddressInfo, createServer } from "node:net";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { startRedis } from "./redis-server.ts";

const OUTBOX = new URL("../../src/delivery/bullmq-delivery.ts", import.meta.url).href;

/** The beginning of a script: a `delivery` with this connection and these options. */
function beginWith(connection: object, options: object): string {
  return `
    import { bullmqDelivery } from ${JSON.stringify(OUTBOX)};
    const connection = ${JSON.stringify(connection)};
    const delivery = bullmqDelivery({ connection, ...${JSON.stringify(options)} }).start({
      sender: {},
      clock: { now: Date.now, monotonic: () => performance.now() },
      random: Math.random,
      logger: {},
      onOutcome() {},
    });
    const submit = () => {
      const event = { event_id: crypto.randomUUID(), input: "", output: "", model: "m" };
      const rest = { finalize: true, idGivenByCaller: false, occurredAt: Date.now() };
      return delivery.submit({ event, ...rest });
    };`;
}

/** Runs a script in a process of its own, until it ends. */
function runToEnd(script: string) {
  const args = ["--import", "tsx", "--input-type=module", "-e", script];
  return promisify(execFile)(process.execPath, args, { timeout: 50_000 });
}

/** A port without a server. */
async function emptyPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

it("a process ends with its work, even if Redis was never reachable", async () => {
  const script = `
    ${beginWith({ host: "127.0.0.1", port: await emptyPort() }, { storeDeadlineMs: 100 })}
    await submit().stored;
    await delivery.close({ deadlineMs: 100 });
    const closedAt = performance.now();
    process.on("exit", () => console.log(performance.now() - closedAt));
  `;
  const { stdout } = await runToEnd(script);
  expect(Number(stdout)).toBeLessThan(1_500);
});

/** A server that takes connections and never answers. */
async function silentPort(): Promise<{ port: number; close: () => void }> {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { port, close: () => server.close() };
}

it.each([
  ["was never reachable", async () => ({ port: await emptyPort(), close: () => undefined })],
  ["never answers", silentPort],
])(
  "a process that is not told to close ends too, even if Redis %s",
  async (_, open) => {
    const { port, close } = await open();
    const script = `
    ${beginWith({ host: "127.0.0.1", port }, { storeDeadlineMs: 100 })}
    await submit().stored;
    process.on("exit", () => console.log("ended"));
  `;
    const { stdout } = await runToEnd(script);
    expect(stdout).toBe("ended\n");
    close();
  },
  60_000,
);

it("a process ends with its work and prints nothing, even if Redis is gone before its close", async () => {
  const redis = await startRedis();
  const script = `
    import { Redis } from "ioredis";
    ${beginWith(redis.connection, { storeDeadlineMs: 300 })}
    await submit().outcome;
    const admin = new Redis({ ...connection, retryStrategy: null });
    await admin.shutdown("NOSAVE").catch(() => {});
    admin.disconnect();
    await submit().stored;
    await delivery.close({ deadlineMs: 100 });
    console.log("closed");
  `;
  const { stdout, stderr } = await runToEnd(script);
  expect({ stdout, stderr }).toEqual({ stdout: "closed\n", stderr: "" });
  await redis.close();
}, 60_000);

const WORKER = new URL("../../src/bullmq.ts", import.meta.url).href;

it.each([
  ["options", "connection"],
  ["its own client", "client"],
])(
  "a worker that is closed ends its process and prints nothing, even if Redis is gone before its close, with %s",
  async (_, given) => {
    const redis = await startRedis();
    const script = `
    import { Redis } from "ioredis";
    import { runDeliveryWorker } from ${JSON.stringify(WORKER)};
    const connection = ${JSON.stringify(redis.connection)};
    const patience = { maxRetriesPerRequest: null, retryStrategy: () => 1_000 };
    const client = new Redis({ ...connection, ...patience, lazyConnect: true });
    client.on("error", () => {});
    const worker = await runDeliveryWorker({
      connection: ${given},
      baseURL: "http://127.0.0.1:9",
      apiKey: "unused",
      logger: { warn() {} },
    });
    // Told of its lost connection when the worker's connections are, which then wait for a second.
    const admin = new Redis({ ...connection, retryStrategy: () => 60_000 });
    const lost = new Promise((resolve) => admin.once("reconnecting", resolve));
    void admin.shutdown("NOSAVE").catch(() => {});
    await lost.then(() => new Promise(setImmediate));
    admin.disconnect();
    await worker.close({ deadlineMs: 100 });
    client.disconnect();
    const closedAt = performance.now();
    process.on("exit", () => console.log(performance.now() - closedAt));
  `;
    const { stdout, stderr } = await runToEnd(script);
    expect(Number(stdout)).toBeLessThan(10_000);
    expect(stderr).toBe("");
    await redis.close();
  },
  60_000,
);

it('a script goes on once Redis has answered, with onFull "required", though nothing else keeps it alive', async () => {
  const redis = await startRedis();
  const script = `
    ${beginWith(redis.connection, { onFull: "required" })}
    for (const turn of ["first", "second"]) {
      await delivery.admit();
      console.log(turn);
    }
    await delivery.close({ deadlineMs: 100 });
  `;
  const { stdout } = await runToEnd(script);
  expect(stdout).toBe("first\nsecond\n");
  await redis.close();
}, 60_000);

it("a script goes on after storeDeadlineMs if Redis answers no more, though nothing else keeps it alive", async () => {
  const redis = await startRedis();
  // Longer than pending events keep a process alive.
  const storeDeadlineMs = 5_200;
  const script = `
    import { Redis } from "ioredis";
    ${beginWith(redis.connection, { storeDeadlineMs })}
    await submit().outcome;
    const admin = new Redis({ ...connection, retryStrategy: null });
    await admin.call("CLIENT", "PAUSE", "60000", "WRITE");
    admin.disconnect();
    await submit().stored;
    console.log("went on");
    process.exit();
  `;
  const { stdout } = await runToEnd(script);
  expect(stdout).toBe("went on\n");
  await redis.close();
}, 60_000);
