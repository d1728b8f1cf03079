import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { durableDelivery } from "../../src/delivery/durable-delivery.ts";
import { GuardedModelClient } from "../../src/index.ts";
import { outboxDirectory } from "../support/outboxes/outbox.ts";
import { type RunningScript, runScript } from "../support/processes/run-script.ts";
import { ORIGINAL } from "../support/secrets.ts";
import {
  type StrictDataPlane,
  startStrictDataPlane,
} from "../support/strict-data-plane/strict-data-plane.ts";

/** A data plane, and an outbox shared by successive processes. */
interface Site {
  readonly plane: StrictDataPlane;
  readonly directory: string;
  /** A process with a guarded client of this outbox. */
  run(body: string): RunningScript;
  /** The next process: starts, sends what it finds, and ends. */
  recover(): Promise<ReturnType<GuardedModelClient["stats"]>>;
}

async function withSite(work: (site: Site) => Promise<void>): Promise<void> {
  const plane = await startStrictDataPlane({
    forbidden: [ORIGINAL],
    allowResend: true,
    allowUnguarded: (event) => event.event_type === "human_override",
  });
  const directory = outboxDirectory();
  const site: Site = {
    plane,
    directory,
    run: (body) =>
      runScript(`
        import { GuardedModelClient } from "~/src/index.ts";
        import { durableDelivery } from "~/src/delivery/durable-delivery.ts";
        const die = () => { process.kill(process.pid, "SIGKILL"); for (;;); };
        const guard = new GuardedModelClient({
          ...${JSON.stringify(plane.clientOptions)},
          guardDeadlineMs: 60_000,
          delivery: durableDelivery({ directory: ${JSON.stringify(directory)} }),
        });
        const call = (execute = () => "Answer.") =>
          guard.call({ model: "m", input: "Write to ${ORIGINAL}, please.", execute });
        ${body}
      `),
    async recover() {
      const guard = new GuardedModelClient({
        ...plane.clientOptions,
        logger: {},
        delivery: durableDelivery({ directory }),
      });
      await guard.flush({ deadlineMs: 120_000 });
      return guard.close();
    },
  };
  try {
    await work(site);
    expect(plane.breaches).toEqual([]);
  } finally {
    await plane.close();
  }
}

/** All files in a directory and its folders. */
function filesIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(join(directory, name)).isFile(),
  );
}

/** For process starts and syncs, one after the other, on a busy machine. */
const PATIENT = { timeout: 180_000 };

describe.concurrent("a process with durable delivery that is killed", PATIENT, () => {
  it("during the provider's work leaves an interrupted event", () =>
    withSite(async ({ plane, directory, run, recover }) => {
      const { signal } = await run("await call(die);").ended;
      expect(signal).toBe("SIGKILL");
      expect(plane.stored).toEqual([]);
      expect(await recover()).toMatchObject({ created: 1, delivered: 1, pending: 0 });
      expect(plane.stored).toMatchObject([
        {
          event_type: "error",
          severity: "error",
          output: "",
          metadata: { outcome: "interrupted" },
        },
      ]);
      expect(plane.stored[0]?.event_id).toBe(plane.guardRequests[0]?.body.client_event_id);
      expect(plane.finalizeRequests).toHaveLength(1);
      expect(filesIn(directory)).toEqual([]);
    }));

  it("after the app got its answer loses no event", () =>
    withSite(async ({ plane, run, recover }) => {
      plane.script("ingest", { always: { status: 503 } });
      await run("await Promise.all(Array.from({ length: 20 }, () => call())); die();").ended;
      plane.script("ingest", { always: {} });
      expect(await recover()).toMatchObject({ created: 20, delivered: 20, pending: 0 });
      expect(plane.stored).toHaveLength(20);
      for (const event of plane.stored) {
        expect(event).toMatchObject({ output: "Answer.", metadata: { outcome: "complete" } });
      }
    }));

  it("after the last chunk of a stream loses no event", () =>
    withSite(async ({ plane, run, recover }) => {
      plane.script("ingest", { always: { status: 503 } });
      await run(`
        async function* execute() { yield "An"; yield "swer."; }
        const stream = await guard.stream({ model: "m", input: "Hello.", execute });
        for await (const chunk of stream) if (chunk === "swer.") break;
        die();
      `).ended;
      plane.script("ingest", { always: {} });
      await recover();
      expect(plane.stored).toHaveLength(1);
    }));

  it("between ingest and finalize has its event stored once, and finalized later", () =>
    withSite(async ({ plane, run, recover }) => {
      plane.script("finalize", { always: { delayMs: 60_000 } });
      const running = run(`await call(); setInterval(() => {}, 1_000);`);
      await vi.waitFor(() => expect(plane.finalizeRequests).toHaveLength(1), 20_000);
      running.kill("SIGKILL");
      await running.ended;
      plane.script("finalize", { always: {} });
      expect(await recover()).toMatchObject({ created: 1, duplicate: 1, pending: 0 });
      expect(plane.stored).toHaveLength(1);
      // No close waits for a finalize on a busy machine: what is left of it is on the disk.
      while (plane.finalizeRequests.length < 2) await recover();
      expect(plane.finalizeRequests).toHaveLength(2);
    }));

  it("has its events taken over by a running process", () =>
    withSite(async ({ plane, run }) => {
      const heir = run(`
        await call();
        await guard.flush();
        console.log("ready");
        setInterval(() => {}, 1_000);
      `);
      await heir.printed("ready");
      await run("await call(die);").ended;
      await vi.waitFor(() => expect(plane.stored).toHaveLength(2), 20_000);
      expect(plane.stored[1]).toMatchObject({ metadata: { outcome: "interrupted" } });
      heir.kill("SIGKILL");
      await heir.ended;
    }));

  it("has its events taken over by a process that is about to close", () =>
    withSite(async ({ plane, directory, run }) => {
      const heir = run(`
        await call();
        await guard.flush();
        process.once("SIGTERM", async () => {
          console.log(JSON.stringify(await guard.close({ deadlineMs: 60_000 })));
          process.exit();
        });
        console.log("ready");
        setInterval(() => {}, 1_000);
      `);
      await heir.printed("ready");
      plane.script("ingest", { always: { status: 503 } });
      await run("await call(); die();").ended;
      plane.script("ingest", { always: {} });
      heir.kill("SIGTERM");
      const { output } = await heir.ended;
      expect(JSON.parse(output.replace("ready", ""))).toMatchObject({
        created: 2,
        delivered: 2,
        pending: 0,
      });
      expect(plane.stored).toHaveLength(2);
      expect(filesIn(directory)).toEqual([]);
    }));

  it("is not considered dead while it lives, however busy", () =>
    withSite(async ({ plane, run, recover }) => {
      const busy = run(`
        let answer;
        const answered = call(() => new Promise((resolve) => { answer = resolve; console.log("asked"); }));
        process.on("SIGTERM", async () => { answer("Late."); await answered; await guard.close(); process.exit(); });
        setInterval(() => {}, 1_000);
      `);
      await busy.printed("asked");
      expect(await recover()).toMatchObject({ created: 0 });
      busy.kill("SIGTERM");
      await busy.ended;
      expect(plane.stored).toMatchObject([{ output: "Late.", metadata: { outcome: "complete" } }]);
    }));
});

describe.concurrent("a process with durable delivery", PATIENT, () => {
  it('makes no guard check and no call with "required" if its disk fails', () =>
    withSite(async ({ plane, directory }) => {
      writeFileSync(directory, "a file where a folder is needed");
      const options = { directory: join(directory, "outbox") };
      const patient = { ...plane.clientOptions, logger: {}, guardDeadlineMs: 60_000 };
      const strict = new GuardedModelClient({
        ...patient,
        delivery: durableDelivery({ ...options, onFull: "required" }),
      });
      const execute = vi.fn(() => "Answer.");
      const call = { model: "m", input: "Hello.", execute };
      await expect(strict.call(call)).rejects.toMatchObject({ code: "delivery_unavailable" });
      expect(plane.guardRequests).toEqual([]);
      expect(execute).not.toHaveBeenCalled();
      await strict.close();

      const easy = new GuardedModelClient({
        ...patient,
        delivery: durableDelivery(options),
      });
      await easy.call(call);
      expect(await easy.close()).toMatchObject({ created: 1, delivered: 1, pending: 0 });
    }));

  it("can share the outbox between threads, and loses nothing of a terminated one", () =>
    withSite(async ({ plane, directory, recover }) => {
      const thread = `
        import { parentPort } from "node:worker_threads";
        const { GuardedModelClient } = await import("~/src/index.ts");
        const { durableDelivery } = await import("~/src/delivery/durable-delivery.ts");
        const guard = new GuardedModelClient({
          ...${JSON.stringify(plane.clientOptions)},
          guardDeadlineMs: 60_000,
          delivery: durableDelivery({ directory: ${JSON.stringify(directory)} }),
        });
        const call = () => guard.call({ model: "m", input: "Hello.", execute: () => "Answer." });
        await Promise.all(Array.from({ length: 10 }, call));
        parentPort.postMessage("answered");
        setInterval(() => {}, 1_000);
      `;
      plane.script("ingest", { always: { status: 503 } });
      const { code, errors } = await runScript(`
        import { Worker } from "node:worker_threads";
        const threads = [1, 2].map(() => new Worker(${JSON.stringify(thread)}, { eval: true }));
        await Promise.all(threads.map((thread) => new Promise((resolve, reject) => {
          thread.once("message", resolve);
          thread.once("error", reject);
        })));
        await Promise.all(threads.map((thread) => thread.terminate()));
      `).ended;
      expect({ code, errors }).toEqual({ code: 0, errors: expect.not.stringContaining("Error") });
      plane.script("ingest", { always: {} });
      await recover();
      expect(plane.stored).toHaveLength(20);
    }));

  it("delivers or stores every event if it ends with 2,000 of them", () =>
    withSite(async ({ plane, directory, run, recover }) => {
      // Slow enough that most are left, however long the disk takes for them.
      plane.script("ingest", { always: { delayMs: 1_000 } });
      const { code, output, errors } = await run(`
        const record = () => guard.record({ eventType: "human_override", input: "in", output: "out", model: "m" });
        await call();
        const receipts = Array.from({ length: 1_998 }, record);
        while (guard.stats().created < 1_999) await new Promise(setImmediate);
        // Its answer comes when it is on the disk, and so are those before it: no close need wait for that.
        await call();
        while (guard.stats().delivered === 0) await new Promise(setImmediate);
        await guard.close({ deadlineMs: 500 });
        const outcomes = await Promise.all(receipts);
        const isSafe = ({ status }) => status === "delivered" || status === "persisted";
        const { created, delivered, persisted } = guard.stats();
        const records = outcomes.filter(isSafe).length;
        console.log(JSON.stringify({ created, sum: delivered + persisted, persisted: persisted > 0, records }));
      `).ended;
      expect({ code, errors }).toMatchObject({ code: 0 });
      expect(JSON.parse(output)).toEqual({
        created: 2_000,
        sum: 2_000,
        persisted: true,
        records: 1_998,
      });
      plane.script("ingest", { always: {} });
      const stats = await recover();
      expect(stats.pending).toBe(0);
      expect(new Set(plane.stored.map(({ event_id }) => event_id)).size).toBe(2_000);
      expect(existsSync(directory)).toBe(true);
    }));
});
