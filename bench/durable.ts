/**
 * How long an answer waits with `durableDelivery`: milliseconds until an event of 3 kB is on the
 * disk, one after another, 16 at once, at realistic rates with random arrival, and during an outage
 * of the service. For comparison, the time of the bare disk for the same amount, measured
 * alternately with ours, because the speed of a shared machine changes from second to second. Run
 * with `npm run bench:durable`; `--directory DIR` for another disk, `--json` for machines.
 */
import { mkdtempSync, rmSync, writeSync } from "node:fs";
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

/** Number of rounds, alternating between ours and the bare disk; the first two warm up V8. */
const TURNS = 4;
const MS_A_TURN = 1_500;

/** In one piece of memory, like a model's answer. */
const OUTPUT = Buffer.alloc(EVENT_BYTES - 300, "x").toString();

const parent = mkdtempSync(join(values.directory ?? tmpdir(), "bench-durable-"));

/**
 * A service that accepts everything at once, so that removals are written as well, or is
 * unreachable.
 */
class Service implements EventSender {
  isAway = false;

  async ingest(): ReturnType<EventSender["ingest"]> {
    if (this.isAway) return { kind: "failed", error: new Error("refused") };
    return { kind: "stored", ingestMs: 1 };
  }

  async finalize(): ReturnType<EventSender["finalize"]> {
    return { kind: "finalized" };
  }

  canFinalize(): boolean {
    return true;
  }
}

function eventOf3kB(): EventRecord {
  const record = freshRecord();
  return { ...record, event: { ...record.event, output: OUTPUT } };
}

function openOutbox(fsync: boolean, service: EventSender): RunningDelivery {
  const directory = join(parent, `outbox-${Math.random().toString(36).slice(2)}`);
  return durableDelivery({ directory, fsync }).start({
    sender: service,
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    random: Math.random,
    logger: {},
    onOutcome: () => undefined,
  });
}

/** Stores one event; resolves to the time its answer would wait. */
async function append(outbox: RunningDelivery): Promise<number> {
  const record = eventOf3kB();
  const since = performance.now();
  const { stored } = outbox.submit(record);
  if (stored !== undefined) await stored;
  return performance.now() - since;
}

async function inLanes(lanes: number, work: () => Promise<number>): Promise<number[]> {
  const took: number[] = [];
  const until = performance.now() + MS_A_TURN;
  const lane = async (): Promise<void> => {
    while (performance.now() < until) {
      took.push(await work());
      // Lets other work run, as between two answers of an app.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return took;
}

/** Events at random times, whether or not earlier ones are done. */
async function atRate(perSecond: number, work: () => Promise<number>): Promise<number[]> {
  const running: Promise<number>[] = [];
  const startedAt = performance.now();
  for (let dueMs = 0; dueMs < MS_A_TURN; dueMs += (-Math.log(Math.random()) * 1_000) / perSecond) {
    const waitMs = startedAt + dueMs - performance.now();
    if (waitMs > 1) await sleep(waitMs);
    running.push(work());
  }
  return Promise.all(running);
}

/** A file on the same disk, preallocated, to which 3 kB are written and synced. */
async function openBareFile(): Promise<FileHandle> {
  const file = await open(join(parent, "bare"), "w");
  await file.write(Buffer.alloc(BARE_BYTES));
  await file.sync();
  return file;
}

const BARE_BYTES = 1024 * 1024;
const BARE_EVENT = Buffer.alloc(EVENT_BYTES, "x");

async function appendBare(file: FileHandle, fsync: boolean): Promise<number> {
  const at = Math.floor(Math.random() * (BARE_BYTES - EVENT_BYTES));
  const since = performance.now();
  if (fsync) {
    await file.write(BARE_EVENT, 0, EVENT_BYTES, at);
    await file.datasync();
  } else {
    writeSync(file.fd, BARE_EVENT, 0, EVENT_BYTES, at);
  }
  return performance.now() - since;
}

/** In milliseconds. */
interface Times {
  readonly p50: number;
  readonly p99: number;
}
interface Row {
  readonly what: string;
  readonly fsync: boolean;
  readonly ours: Times;
  readonly bareDisk: Times;
}
const rows: Row[] = [];

interface Setting {
  readonly what: string;
  readonly isAway?: boolean;
  readonly run: (work: () => Promise<number>) => Promise<number[]>;
}

async function measure({ what, isAway = false, run }: Setting, fsync: boolean): Promise<void> {
  const file = await openBareFile();
  const service = new Service();
  const outbox = openOutbox(fsync, service);
  await outbox.admit(undefined);
  await run(() => appendBare(file, fsync));
  await run(() => append(outbox));
  service.isAway = isAway;
  const took = { ours: [] as number[][], bare: [] as number[][] };
  for (let turn = 0; turn < TURNS; turn += 1) {
    took.bare.push(await run(() => appendBare(file, fsync)));
    took.ours.push(await run(() => append(outbox)));
  }
  report({ what, fsync, ours: timesOf(took.ours.flat()), bareDisk: timesOf(took.bare.flat()) });
  await outbox.close({ deadlineMs: 1_000 });
  await file.close();
}

function timesOf(took: readonly number[]): Times {
  const sorted = [...took].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

function report(row: Row): void {
  rows.push(row);
  if (values.json === true) return;
  const shown = ({ p50, p99 }: Times) =>
    `p50 ${p50.toFixed(3).padStart(7)}  p99 ${p99.toFixed(3).padStart(7)} ms`;
  const { what, fsync, ours, bareDisk } = row;
  const how = fsync ? "fsync   " : "no fsync";
  console.log(`${what.padEnd(32)} ${how}  ${shown(ours)}   bare disk ${shown(bareDisk)}`);
}

const SETTINGS: readonly Setting[] = [
  { what: "one after another", run: (work) => inLanes(1, work) },
  { what: "16 at once", run: (work) => inLanes(16, work) },
  { what: "200 a second", run: (work) => atRate(200, work) },
  { what: "1,000 a second", run: (work) => atRate(1_000, work) },
  { what: "1,000 a second, service away", isAway: true, run: (work) => atRate(1_000, work) },
];
for (const fsync of [true, false]) for (const setting of SETTINGS) await measure(setting, fsync);
if (values.json === true) console.log(JSON.stringify(rows));
rmSync(parent, { recursive: true, force: true });
