import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { plainSource } from "../support/processes/plain-sources.ts";

const CHILD = fileURLToPath(plainSource("test/delivery/durable/exit-child.ts"));

/** Runs a script that hands events over and ends, and returns what it printed last. */
async function endOf(...args: readonly string[]) {
  const run = promisify(execFile);
  const { stdout, stderr } = await run(process.execPath, [CHILD, ...args]);
  return { ...(JSON.parse(stdout) as Record<string, unknown>), stderr };
}

const atMost = (ms: number) => expect.toSatisfy((value: number) => value <= ms);
const between = (low: number, high: number) =>
  expect.toSatisfy((value: number) => value >= low && value <= high);

/** Five seconds, and what a busy machine may be early or late by. */
const fiveSeconds = between(4_000, 6_500);

// Together, since most of them only wait.
describe.concurrent("a script that simply ends", () => {
  it("still delivers what is pending, and goes as soon as it has", async ({ expect }) => {
    expect(await endOf("200 events")).toMatchObject({
      code: 0,
      created: 200,
      delivered: 200,
      pending: 0,
      heldMs: atMost(2_000),
      listenersPending: 1,
      listenersLeft: 0,
      log: [],
      stderr: "",
    });
  });

  it("is held by one listener, however many clients it has", async ({ expect }) => {
    expect(await endOf("50 clients")).toMatchObject({
      created: 50,
      delivered: 50,
      listenersPending: 1,
      listenersLeft: 0,
      stderr: "",
    });
  });

  it("sees a short outage through", async ({ expect }) => {
    expect(await endOf("back after a second")).toMatchObject({
      code: 0,
      delivered: 200,
      heldMs: between(500, 5_500),
    });
  });

  it("goes after five seconds when the service stays down, with exit code 0", async ({
    expect,
  }) => {
    expect(await endOf("never succeeds")).toMatchObject({
      code: 0,
      created: 200,
      delivered: 0,
      pending: 200,
      heldMs: fiveSeconds,
      log: expect.arrayContaining([expect.stringContaining("undelivered")]),
      stderr: "",
    });
  });

  it("goes after five seconds when the service never answers", async ({ expect }) => {
    expect(await endOf("never answers")).toMatchObject({
      code: 0,
      pending: 100,
      heldMs: fiveSeconds,
    });
  });

  it("is held once only, whatever else begins at its end", async ({ expect }) => {
    expect(await endOf("never succeeds", "restless")).toMatchObject({
      code: 0,
      pending: 200,
      heldMs: fiveSeconds,
    });
  });

  it("goes at once after a flush, or when nothing is pending", async ({ expect }) => {
    const flushed = { code: 0, delivered: 200, heldMs: atMost(500), listenersLeft: 0 };
    expect(await endOf("200 events", "flush")).toMatchObject(flushed);
    const idle = { code: 0, heldMs: atMost(500), listenersPending: 0, stderr: "" };
    expect(await endOf("nothing pending")).toMatchObject(idle);
  });

  it("is held no longer for a service that refuses it", async ({ expect }) => {
    expect(await endOf("suspended")).toMatchObject({ code: 0, rejected: 3, pending: 7 });
  });
});
