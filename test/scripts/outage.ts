/**
 * `npm run outage`: the service is down for a long time while the app creates 500 events a second.
 * Time is compressed: the work of each second is done at once, without waiting for the next. Memory
 * must stay bounded, every dropped event must be counted, and what was kept must be delivered once
 * the service is back.
 *
 * Options: `--minutes 60 --rate 500 --seed 1` (minutes of the outage, events a second), and
 * `--durable 1` for an outbox on disk instead of memory.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { durableDelivery } from "../../src/delivery/durable-delivery.ts";
import { GuardedModelClient, isGuardUnavailable, memoryDelivery } from "../../src/index.ts";
import { readNumbers } from "./support/arguments.ts";
import { checkBooks } from "./support/compare.ts";
import { settledMib } from "./support/memory.ts";
import { openPlane } from "./support/plane.ts";
import { seededRandom } from "./support/random.ts";
import { Verdict } from "./support/verdict.ts";

const options = readNumbers({ minutes: 60, rate: 500, seed: 1, durable: 0 });
const { minutes, rate, seed } = options;
const durable = options.durable > 0;

const MAX_EVENTS = 10_000;
const MAX_RSS_GROWTH_MIB = 64;
const WARM_UP_BURSTS = 6;
const CALLS_A_SECOND = 2;
const REST_MS = 10;

/** Default `maxBytes` for records, plus the pages that a store keeps after it has grown. */
const MAX_DISK_MIB = 256 + 128;

/** Maximum number of readings until garbage is collected. */
const MAX_READINGS = 12;
const READ_AGAIN_MS = 200;

/** Upper bound for the time in which a full outbox becomes empty. */
const EMPTYING_MS = durable ? 900_000 : 60_000;

/** Upper bound for events without an outcome: 2,048 in flight, and 8,000 while the disk is full. */
const MOST_UNANSWERED = 12_000;

/**
 * An app waits for the disk before it answers, so a second is over only when its events are on
 * disk: until then, events keep getting outcomes. A slow disk is waited for as well, or everything
 * that waits for it would be in memory.
 */
async function diskAtRest(): Promise<void> {
  const answered = (): number => settled.persisted + settled.dropped;
  const unanswered = (): number => recorded - answered() - settled.delivered - settled.other;
  for (let before = -1; before !== answered() || unanswered() > MOST_UNANSWERED; ) {
    before = answered();
    await sleep(REST_MS);
  }
}
const pause = durable ? diskAtRest : setImmediate;

const random = seededRandom(seed);
const parent = mkdtempSync(join(tmpdir(), "outage-"));
const directory = join(parent, "outbox");
const delivery = durable
  ? durableDelivery({ directory })
  : memoryDelivery({ maxEvents: MAX_EVENTS });
const plane = await openPlane({ allowRecorded: true, inFlightMs: 60_000 });
const told: string[] = [];
const tell = (message: string): void => void told.push(message);
const guard = new GuardedModelClient({
  ...plane.clientOptions,
  guardDeadlineMs: 1_000,
  delivery,
  logger: { info: tell, warn: tell, error: tell },
});
const verdict = new Verdict(
  `outage: ${minutes} minutes at ${rate} events a second, ${durable ? "durable" : "memory"}, seed ${seed}`,
);

let recorded = 0;
const settled = { delivered: 0, dropped: 0, persisted: 0, other: 0 };
/** An event of 100 to 1,100 characters. Its outcome is counted, and nothing of it is kept. */
function record(): void {
  recorded += 1;
  const output = "x".repeat(100 + Math.floor(random() * 1_000));
  const metadata = { call: recorded };
  const event = { eventType: "human_override", model: "m", input: "", output, metadata } as const;
  void guard.record(event).then(({ status }) => {
    if (status === "delivered" || status === "duplicate") settled.delivered += 1;
    else if (status === "dropped") settled.dropped += 1;
    else if (status === "persisted") settled.persisted += 1;
    else settled.other += 1;
  });
}

const calls = { through: 0, closed: 0, atOnce: 0, slowestAtOnceMs: 0, other: 0 };
async function call(): Promise<void> {
  const startedAt = performance.now();
  try {
    await guard.call({ model: "m", input: "hello", execute: async () => "hi" });
    calls.through += 1;
  } catch (error) {
    if (!isGuardUnavailable(error)) calls.other += 1;
    calls.closed += 1;
    if ((error as { attempts?: number }).attempts !== 0) return;
    // The circuit breaker rejected it before anything was sent.
    calls.atOnce += 1;
    calls.slowestAtOnceMs = Math.max(calls.slowestAtOnceMs, performance.now() - startedAt);
  }
}

// Everything must be loaded and compiled before memory is compared.
for (let burst = 0; burst < WARM_UP_BURSTS; burst += 1) {
  for (let event = 0; event < MAX_EVENTS / 2; event += 1) record();
  await Promise.all(Array.from({ length: 50 }, call));
  await guard.flush({ deadlineMs: 30_000 });
}
const atFirst = guard.stats();
const before = {
  ...{ rss: (await settledMib()).rss, calls: calls.through },
  requests: (await plane.report()).requests,
};

await plane.disconnect();
// Until the circuit breaker opens, calls wait for their deadline.
await Promise.all(Array.from({ length: 12 }, call));
/**
 * Memory in use after garbage collection. V8 returns memory in the background, and late on a busy
 * machine: so a new maximum is read again. Memory that is really in use stays.
 */
async function keptMib(mostMib: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let reading = 0; reading < MAX_READINGS && least > mostMib; reading += 1) {
    if (reading > 0) await sleep(READ_AGAIN_MS);
    least = Math.min(least, (await settledMib()).rss);
  }
  return least;
}

/** Disk space of a folder's files. None is removed while the service is down. */
function mibOnDisk(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const bytes = names.map((name) => statSync(join(folder, name)).blocks * 512);
  return bytes.reduce((sum, size) => sum + size, 0) / 1024 ** 2;
}

let mostPending = 0;
let rssAtMost = before.rss;
for (let second = 0; second < minutes * 60; second += 1) {
  for (let event = 0; event < rate; event += 1) record();
  await Promise.all(Array.from({ length: CALLS_A_SECOND }, call));
  mostPending = Math.max(mostPending, guard.stats().pending);
  // Compressed time creates garbage faster than any app; only what is kept matters.
  await pause();
  if (second % 60 === 59) rssAtMost = Math.max(rssAtMost, await keptMib(rssAtMost));
}
const rssGrowthMib = rssAtMost - before.rss;
const diskMib = durable ? Math.ceil(mibOnDisk(directory)) : 0;
const during = guard.stats();
await plane.reconnect();
const backAt = performance.now();
await guard.flush({ deadlineMs: EMPTYING_MS });
const emptiedS = (performance.now() - backAt) / 1_000;
// The circuit breaker tries again by itself.
const back = performance.now();
while (calls.through === before.calls && performance.now() - back < 60_000) {
  await call();
  await new Promise((resolve) => setTimeout(resolve, 50));
}
const stats = await guard.close({ deadlineMs: 60_000 });
const report = await plane.report();
plane.close();

const dropped = stats.dropped.queue_full ?? 0;
const kept = stats.delivered + stats.duplicate;
verdict.check(
  `resident memory, garbage apart, grows at most ${MAX_RSS_GROWTH_MIB} MiB`,
  rssGrowthMib <= MAX_RSS_GROWTH_MIB,
  `${rssGrowthMib.toFixed(1)} of ${before.rss.toFixed(0)} MiB`,
);
if (durable)
  verdict.check(`at most ${MAX_DISK_MIB} MiB on the disk`, diskMib <= MAX_DISK_MIB, diskMib);
else verdict.check(`at most ${MAX_EVENTS} events held`, mostPending <= MAX_EVENTS, mostPending);
verdict.check("seconds to empty what was held", true, emptiedS.toFixed(1));
verdict.check(
  "events created are those handed over",
  stats.created === recorded + calls.through,
  stats.created,
);
verdict.check(
  "every drop counted, none but for a full queue",
  dropped === settled.dropped && Object.keys(stats.dropped).length <= 1,
  dropped,
);
verdict.check(
  "every event kept is stored, once",
  report.stored.length === kept,
  report.stored.length,
);
checkBooks(verdict, stats);
verdict.check(
  "every receipt given",
  settled.delivered + settled.dropped + settled.persisted === recorded,
  settled.delivered + settled.dropped + settled.persisted,
);
verdict.check(
  "calls that ended otherwise",
  calls.other + settled.other === 0,
  calls.other + settled.other,
);
const asked = report.requests.guard - before.requests.guard;
verdict.check(
  "guard requests per call of the outage, at most 1.1",
  asked <= 1.1 * calls.closed + 10,
  (asked / calls.closed).toFixed(3),
);
verdict.check(
  "the bad phase told, not every drop",
  told.length > 0 && told.length < 20,
  told.length,
);
verdict.none("breaches of the contract", report.breaches);
// A quarter of an hour of such an app must fit on the disk.
if (!durable || minutes >= 30)
  verdict.happened(
    "events dropped in the outage",
    (during.dropped.queue_full ?? 0) - (atFirst.dropped.queue_full ?? 0),
  );
verdict.happened("calls that failed closed", calls.closed);
verdict.happened("calls the open breaker turned away", calls.atOnce);
verdict.happened("events delivered after the outage", stats.delivered - during.delivered);
verdict.happened("calls through after the outage", calls.through - before.calls);
if (durable) verdict.happened("events that were on the disk alone", settled.persisted);
verdict.end();
rmSync(parent, { recursive: true, force: true });
