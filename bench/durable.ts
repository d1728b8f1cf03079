/**
 * What an answer waits for with `durableDelivery`: milliseconds until an event of 3 kB is on the
 * disk, one after another, 16 at once, and at the rates of real services, where events come when
 * they come. Beside it what the bare disk takes for as much. Run with `npm run bench:durable`;
 * `--directory DIR` for another disk, `--json` for machines.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { EventRecord, EventSender, RunningDelivery } from "../src/delivery/delivery.ts";
import { durableDelivery } from "../src/delivery/durable-delivery.ts";
import { freshRecord } from "../src/testing/contract-service.ts";

const { values } = parseArgs({
  options: { directory: { type: "string" }, json: { type: "boolean" } },
});

const EVENT_BYTES = 3_000;
const WARM_UP = 200;
const SECONDS = 5;
const EVENTS = 2_000;

const parent = mkdtempSync(join(values.directory ?? tmpdir(), "bench-durable-"));

/** A service that takes everything at once, so that removals are written as well. */
const sender: EventSender = {
  ingest: async () => ({ kind: "stored", ingestMs: 1 }),
  finalize: async () => ({ kind: "finalized" }),
  canFinalize: () => true,
};

function eventOf3kB(): EventRecord {
  const record = freshRecord();
  return { ...record, event: { ...record.event, output: "x".repeat(EVENT_BYTES - 300) } };
}

function openOutbox(fsync: boolean): RunningDelivery {
  const directory = join(parent, `outbox-${Math.random().toString(36).slice(2)}`);
  return durableDelivery({ directory, fsync }).start({
    sender,
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    random: Math.random,
    logger: {},
    onOutcome: () => undefined,
  });
}

/** One event, and how long its answer would wait. */
async function append(outbox: RunningDelivery): Promise<number> {
  const record = eventOf3kB();
  const since = performance.now();
  await outbox.submit(record).stored;
  return performance.now() - since;
}

async function inLanes(lanes: number, work: () => Promise<number>): Promise<number[]> {
  const took: number[] = [];
  const lane = async (): Promise<void> => {
    while (took.length < EVENTS) {
      took.push(await work());
      // As between two answers of an app: whatever else there is to do gets its turn.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return took;
}

/** Events come at random moments, whether or not the ones before them are done. */
async function atRate(perSecond: number, work: () => Promise<number>): Promise<number[]> {
  const running: Promise<number>[] = [];
  const startedAt = performance.now();
  for (
    let dueMs = 0;
    dueMs < SECONDS * 1_000;
    dueMs += (-Math.log(Math.random()) * 1_000) / perSecond
  ) {
    const waitMs = startedAt + dueMs - performance.now();
    if (waitMs > 1) await sleep(waitMs);
    running.push(work());
  }
  return Promise.all(running);
}

interface Row {
  readonly what: string;
  readonly fsync: boolean;
  readonly p50: number;
  readonly p99: number;
  readonly events: number;
}
const rows: Row[] = [];

async function measure(
  what: string,
  fsync: boolean,
  run: (work: () => Promise<number>) => Promise<number[]>,
): Promise<void> {
  const outbox = openOutbox(fsync);
  await outbox.admit(undefined);
  for (let i = 0; i < WARM_UP; i += 1) await append(outbox);
  report(what, fsync, await run(() => append(outbox)));
  await outbox.close({ deadlineMs: 1_000 });
}

/** A file of the same disk that 3 kB are written to and brought to the disk. */
async function measureBareDisk(): Promise<void> {
  const file: FileHandle = await open(join(parent, "bare"), "w");
  const bytes = Buffer.alloc(EVENT_BYTES, "x");
  let at = 0;
  const write = async (): Promise<number> => {
    const since = performance.now();
    await file.write(bytes, 0, bytes.length, at);
    await file.datasync();
    at += bytes.length;
    return performance.now() - since;
  };
  report("bare disk: write and fdatasync, one by one", true, await inLanes(1, write));
  await file.close();
}

function report(what: string, fsync: boolean, took: readonly number[]): void {
  const sorted = [...took].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  const row = { what, fsync, p50: at(0.5), p99: at(0.99), events: took.length };
  rows.push(row);
  if (values.json === true) return;
  const numbers = `p50 ${row.p50.toFixed(3).padStart(7)}  p99 ${row.p99.toFixed(3).padStart(7)} ms`;
  console.log(`${what.padEnd(44)} ${fsync ? "fsync   " : "no fsync"}  ${numbers}`);
}

await measureBareDisk();
for (const fsync of [true, false]) {
  await measure("one after another", fsync, (work) => inLanes(1, work));
  await measure("16 at once", fsync, (work) => inLanes(16, work));
  await measure("200 a second, open loop", fsync, (work) => atRate(200, work));
  await measure("1,000 a second, open loop", fsync, (work) => atRate(1_000, work));
}
if (values.json === true) console.log(JSON.stringify(rows));
rmSync(parent, { recursive: true, force: true });
