/**
 * `npm run fleet`: producers and workers with one Redis, each in its own process, while some of
 * them are killed, Redis crashes once, and requests to the service fail. No event of a call that
 * reached its provider may be lost or stored twice.
 *
 * Needs `redis-server`. Options: `--producers 8 --workers 8 --calls 20000 --kills 16 --percent 20
 * --seed 1`.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { Queue } from "bullmq";
import { startRedis } from "../redis/redis-server.ts";
import { readNumbers } from "./support/arguments.ts";
import { checkFinalized } from "./support/compare.ts";
import { Fleet } from "./support/fleet.ts";
import { openPlane } from "./support/plane.ts";
import { seededRandom } from "./support/random.ts";
import { Verdict } from "./support/verdict.ts";

const options = readNumbers({
  ...{ producers: 8, workers: 8, calls: 20_000, kills: 16, percent: 20, seed: 1 },
});
const { producers, workers, calls, kills, percent, seed } = options;

const RARE_EVERY = 30;
const KILL_EVERY_MS = { least: 500, most: 2_500 };
const FOUND_AGAIN_MS = 5_000;
const PATIENCE_MS = 120_000;

/** With 20 % faults, all four attempts of one in 2,000 fail without being stored. */
const UNFINALIZED_SHARE = 1 / 200;

const random = seededRandom(seed);
const redis = await startRedis();
const plane = await openPlane({ allowResend: true, inFlightMs: 60_000 });
await plane.faults({ rate: percent / 100, seed, rareEvery: RARE_EVERY });
const queueName = "fleet";
const { clientOptions } = plane;
const setup = { clientOptions, connection: redis.connection, queueName };
const verdict = new Verdict(
  `fleet: ${producers} producers, ${workers} workers, ${calls} calls, seed ${seed}`,
);

const fleet = new Fleet();
const share = Math.ceil(calls / producers);
for (let index = 0; index < producers; index += 1)
  fleet.addProducer(setup, { first: index * share, count: share });
for (let index = 0; index < workers; index += 1) fleet.addWorker(setup);

let redisCrashes = 0;
// Kills start once the work has started.
while (fleet.answered.size < producers && fleet.producing()) await sleep(50);
for (let kill = 0; kill < kills; kill += 1) {
  const { least, most } = KILL_EVERY_MS;
  await sleep(least + random() * (most - least));
  // Alternately, beginning with a producer: later there may be none left.
  await fleet.killOne(kill % 2 === 0 ? "producer" : "worker", random);
  if (kill !== Math.floor(kills / 2)) continue;
  redisCrashes += 1;
  await redis.kill();
  await sleep(300);
  await redis.restart();
  // Until the apps have reconnected: events that Redis did not take in time wait in memory.
  await sleep(FOUND_AGAIN_MS);
}
while (fleet.producing()) await sleep(100);

const queue = new Queue(queueName, { connection: redis.connection });
const open = async (): Promise<number> => {
  const {
    waiting = 0,
    active = 0,
    delayed = 0,
  } = await queue.getJobCounts(...(["waiting", "active", "delayed"] as const));
  // Killed producers whose calls have not been reported yet.
  const apps = await (await queue.getBackend().client).hgetall(`bull:${queueName}:apps`);
  return waiting + active + delayed + Object.keys(apps).length;
};
const until = performance.now() + PATIENCE_MS;
while ((await open()) > 0 && performance.now() < until) await sleep(100);
const left = await open();
const { failed = 0 } = await queue.getJobCounts("failed");
await queue.close();
await fleet.close();
const report = await plane.report();
plane.close();
const keyAt = redis.written().indexOf(clientOptions.apiKey);
await redis.close();

const stored = new Set(report.stored.map(({ id }) => id));
const allowed = new Set(report.allowed);
const perCall = new Map<number, number>();
for (const { call } of report.stored) perCall.set(call, (perCall.get(call) ?? 0) + 1);
const books = fleet.closed.filter(({ created, pending, lost, ...counters }) => {
  const { delivered, duplicate, accepted, rejected, persisted } = counters;
  const dropped = Object.values(counters.dropped).reduce((sum, count) => sum + count, 0);
  const sum = delivered + duplicate + accepted + rejected + persisted + dropped + pending;
  return created !== sum || pending > 0 || lost > 0;
});
verdict.none(
  "events lost, of calls that had their answer",
  [...fleet.answered.keys()].filter((id) => !stored.has(id)),
);
verdict.none(
  "calls that reached a provider and left no event",
  [...fleet.provided].filter((id) => !stored.has(id)),
);
const outcomes = new Map(report.stored.map(({ id, outcome }) => [id, outcome]));
verdict.none(
  "calls that had their answer and whose event says something else",
  [...fleet.answered.keys()].filter((id) => (outcomes.get(id) ?? "complete") !== "complete"),
);
verdict.none(
  "calls with two events",
  [...perCall].filter(([, events]) => events > 1),
);
verdict.none(
  "events of calls that were not allowed",
  [...stored].filter((id) => !allowed.has(id)),
);
verdict.none(
  "unguarded provider calls",
  [...fleet.provided].filter((id) => !allowed.has(id)),
);
checkFinalized(verdict, report, UNFINALIZED_SHARE);
verdict.none("processes whose books do not balance", books);
verdict.check("processes that did not end when told to", fleet.stuck === 0, fleet.stuck);
verdict.check("jobs left in Redis", left === 0, left);
verdict.check("dead letters", failed === 0, failed);
verdict.check("API keys ever written to Redis", keyAt < 0, keyAt < 0 ? 0 : 1);
verdict.none("breaches of the contract", report.breaches);
verdict.happened("calls answered", fleet.answered.size);
verdict.happened("events stored", stored.size);
verdict.happened(
  "calls that became interrupted events",
  report.stored.filter(({ outcome }) => outcome === "interrupted").length,
);
verdict.happened("producers killed", fleet.kills.producer);
verdict.happened("workers killed", fleet.kills.worker);
verdict.happened("crashes of Redis", redisCrashes);
verdict.happened("replays met", report.replays);
verdict.happened(
  "requests that failed",
  Object.values(report.faults).reduce((a, b) => a + b, 0),
);
verdict.happened("processes ended in good order", fleet.closed.length);
verdict.end();
