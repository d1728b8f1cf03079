import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { Keyring } from "../../../src/delivery/durable-delivery/files/keyring.ts";
import { LEFT_FILE, layoutOf } from "../../../src/delivery/durable-delivery/files/layout.ts";
import { Quota } from "../../../src/delivery/durable-delivery/outbox/quota.ts";
import { sharesOfOthers } from "../../../src/delivery/durable-delivery/outbox/shares.ts";
import { survey } from "../../../src/delivery/durable-delivery/recovery/survey.ts";
import { freshRecord } from "../../../src/testing/contract-service.ts";
import { outboxDirectory } from "../../support/outboxes/outbox.ts";
import { runScript } from "../../support/processes/run-script.ts";
import { diskAtRest, openOutbox, sendAgain } from "../outbox-bench.ts";

const MIB = 1024 * 1024;

/** Size of a record whose event {@link large} makes. */
const RECORD_BYTES = 10_000;

const large = (): ReturnType<typeof freshRecord> => {
  const record = freshRecord();
  const { length } = JSON.stringify(record);
  const output = "x".repeat(RECORD_BYTES - length - 16);
  return { ...record, event: { ...record.event, output } };
};

/** Whether a call is admitted. */
const admits = (bench: Awaited<ReturnType<typeof openOutbox>>): Promise<boolean> =>
  Promise.resolve(bench.delivery.admit(undefined)).then(
    () => true,
    () => false,
  );

describe("processes that share an outbox", () => {
  it("keep to maxBytes together", async () => {
    const directory = outboxDirectory();
    const maxBytes = 4 * MIB;
    const options = JSON.stringify({ directory, maxBytes, onFull: "required", fsync: false });
    const script = `
      import { openOutbox } from "~/test/delivery/outbox-bench.ts";
      import { freshRecord } from "~/src/testing/contract-service.ts";
      const bench = await openOutbox(${options}, { down: true });
      for (;;) {
        const record = freshRecord();
        const output = "x".repeat(${RECORD_BYTES} - JSON.stringify(record).length - 16);
        try {
          await bench.submit({ ...record, event: { ...record.event, output } });
        } catch (error) {
          if (error.code !== "delivery_unavailable") throw error;
          break;
        }
      }
      console.log("full");
      setInterval(() => {}, 1_000);
    `;
    const children = Array.from({ length: 3 }, () => runScript(script));
    await Promise.all(children.map((child) => child.printed("full")));
    for (const child of children) child.kill("SIGKILL");
    await Promise.all(children.map(({ ended }) => ended));
    const { events } = await survey(layoutOf(directory), new Keyring([]));
    // The documented tolerance of the option: a thirtieth for each process.
    expect(events * RECORD_BYTES).toBeLessThan(maxBytes * (1 + 3 / 30));
    expect(events * RECORD_BYTES).toBeGreaterThan(maxBytes * 0.75);
  });

  it("can use the space that another one frees", async () => {
    const options = {
      directory: outboxDirectory(),
      maxBytes: 256 * 1024,
      onFull: "required" as const,
    };
    const full = await openOutbox(options, { down: true });
    while (await admits(full)) await full.delivery.submit(large()).stored;
    const other = await openOutbox(options, { down: true });
    expect(await admits(other)).toBe(false);
    full.service.onIngest = () => undefined;
    await full.delivery.flush({ deadlineMs: 20_000 });
    await vi.waitFor(async () => expect(await admits(other)).toBe(true), { timeout: 20_000 });
    await other.close();
    await full.close();
  });

  it("leave at most maxBytes behind at close", async () => {
    const directory = outboxDirectory();
    const bench = await openOutbox({ directory, maxBytes: 256 * 1024 }, { down: true });
    for (let i = 0; i < 40; i += 1) await bench.submit(large());
    await bench.close();
    const { persisted, dropped } = bench.delivery.counters();
    expect(persisted).toBeGreaterThan(20);
    expect(dropped).toEqual({ closed: 40 - persisted });
    const files = readdirSync(layoutOf(directory).owners, { recursive: true, encoding: "utf8" });
    expect(files.filter((path) => path.endsWith(LEFT_FILE))).toEqual([]);
  });

  it("tell the others at close how much they leave behind", async () => {
    const directory = outboxDirectory();
    const bench = await openOutbox({ directory }, { down: true });
    await bench.submit(large());
    await bench.close();
    expect(sharesOfOthers(layoutOf(directory), "")).toBeGreaterThan(RECORD_BYTES / 2);
  });

  it("count the events of dead processes, and free their space once they are sent", async () => {
    const options = {
      directory: outboxDirectory(),
      maxBytes: 256 * 1024,
      onFull: "required" as const,
    };
    const first = await openOutbox(options, { down: true });
    while (await admits(first)) await first.delivery.submit(large()).stored;
    const { persisted } = await first.close().then(() => first.delivery.counters());
    expect(persisted * RECORD_BYTES).toBeLessThan(options.maxBytes);
    const next = await sendAgain(options);
    expect(next.service.stored.size).toBe(persisted);
    await vi.waitFor(async () => expect(await admits(next)).toBe(true), { timeout: 20_000 });
    await next.close();
    const left = readdirSync(options.directory, { recursive: true, encoding: "utf8" });
    expect(left.filter((name) => statSync(join(options.directory, name)).isFile())).toEqual([]);
  });
});

it("counts what is set aside as damaged and what waits to be sent again", async () => {
  const layout = layoutOf(outboxDirectory());
  const own = join(layout.owners, "own");
  for (const folder of [own, layout.damaged, layout.retry]) mkdirSync(folder, { recursive: true });
  for (const folder of [layout.damaged, layout.retry]) {
    writeFileSync(join(folder, "file"), Buffer.alloc(300));
  }
  const quota = new Quota({ layout, maxBytes: 1_000, clock: { now: () => 0, monotonic: () => 0 } });
  await quota.begin(own);
  expect(quota.fits(400)).toBe(true);
  expect(quota.fits(401)).toBe(false);
});

it("leaves rejected events half of maxBytes, and the rest to new ones", async () => {
  const directory = outboxDirectory();
  const bench = await openOutbox({ directory, maxBytes: 64 * 1024, onFull: "required" });
  bench.service.onIngest = () => ({ kind: "invalid", error: new Error("400") });
  for (let i = 0; i < 8; i += 1) {
    await bench.submit(large());
    await bench.delivery.flush({ deadlineMs: 20_000 });
    // Until it is in quarantine, or given up, it takes up room in the store too.
    await diskAtRest();
  }
  await vi.waitFor(
    () => expect(readdirSync(layoutOf(directory).quarantine)).toHaveLength(3),
    20_000,
  );
  expect(await admits(bench)).toBe(true);
  expect(bench.log.map(({ message }) => message).join()).toContain("half of maxBytes");
  await bench.close();
});

it("may be as large as a number can be, for an outbox without a limit", async () => {
  const directory = outboxDirectory();
  const options = { directory, maxBytes: Number.MAX_SAFE_INTEGER, fsync: false };
  // In a process of its own: what LMDB cannot map ends the process.
  const { ended } = runScript(`
    import { openOutbox } from "~/test/delivery/outbox-bench.ts";
    const bench = await openOutbox(${JSON.stringify(options)}, { down: true });
    await bench.submit();
    await bench.delivery.close({ deadlineMs: 1_000 });
    console.log(bench.delivery.counters().persisted);
  `);
  expect(await ended).toMatchObject({ code: 0, signal: null, output: "1\n" });
});
