import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { plainSource } from "../support/processes/plain-sources.ts";

const CHILD = fileURLToPath(plainSource("test/delivery/durable/exit-child.ts"));

/** Runs a script that submits events and ends, and returns what it printed last. */
async function endOf(...args: readonly string[]) {
  const run = promisify(execFile);
  const { stdout, stderr } = await run(process.execPath, [CHILD, ...args]);
  return { ...(JSON.parse(stdout) as Record<string, unknown>), stderr };
}

const atMost = (ms: number) => expect.toSatisfy((value: number) => value <= ms);
const between = (low: number, high: number) =>
  expect.toSatisfy((value: number) => value >= low && value <= high);

/** Five seconds, with the tolerance that a busy machine needs. */
const fiveSeconds = between(4_000, 6_500);

// Concurrent, since most of them only wait.
describe.concurrent("a script that simply ends", () => {
  it("delivers pending events, and exits as soon as they are delivered", async ({ expect }) => {
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

  it("has one beforeExit listener, however many clients it has", async ({ expect }) => {
    expect(await endOf("50 clients")).toMatchObject({
      created: 50,
      delivered: 50,
      listenersPending: 1,
      listenersLeft: 0,
      stderr: "",
    });
  });

  it("delivers after a short outage", async ({ expect }) => {
    expect(await endOf("back after a second")).toMatchObject({
      code: 0,
      delivered: 200,
      heldMs: between(500, 5_500),
    });
  });

  it("exits after five seconds if the service stays unavailable, with exit code 0", async ({
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

  it("exits after five seconds if the service never answers", async ({ expect }) => {
    expect(await endOf("never answers")).toMatchObject({
      code: 0,
      pending: 100,
      heldMs: fiveSeconds,
    });
  });

  it("is held only once, even if other work begins at its end", async ({ expect }) => {
    expect(await endOf("never succeeds", "restless")).toMatchObject({
      code: 0,
      pending: 200,
      heldMs: fiveSeconds,
    });
  });

  it("exits at once after a flush, or if nothing is pending", async ({ expect }) => {
    const flushed = { code: 0, delivered: 200, heldMs: atMost(500), listenersLeft: 0 };
    expect(await endOf("200 events", "flush")).toMatchObject(flushed);
    const idle = { code: 0, heldMs: atMost(500), listenersPending: 0, stderr: "" };
    expect(await endOf("nothing pending")).toMatchObject(idle);
  });

  it("exits while the service refuses events", async ({ expect }) => {
    expect(await endOf("suspended")).toMatchObject({ code: 0, rejected: 3, pending: 7 });
  });
});
