/**
 * `npm run chaos`: calls of all kinds while three in ten requests to every endpoint fail on the
 * wire, the provider fails now and then, and the service refuses connections for short times. Then
 * the oracle compares what the app saw with what the service has.
 *
 * Options: `--calls 100000 --seed 1 --percent 30 --at-once 64`, and `--durable 1` for an outbox on
 * disk instead of memory.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { durableDelivery } from "../../src/delivery/durable-delivery.ts";
import { GuardedModelClient, memoryDelivery } from "../../src/index.ts";
import { leaksOf, ORIGINAL } from "../support/secrets.ts";
import { readNumbers } from "./support/arguments.ts";
import {
  approvedOf,
  checkBooks,
  checkEvents,
  checkFinalized,
  checkProvider,
  untilFinalized,
} from "./support/compare.ts";
import { inTurns } from "./support/in-turns.ts";
import { openPlane } from "./support/plane.ts";
import { Verdict } from "./support/verdict.ts";
import { Workload } from "./support/workload.ts";

const options = readNumbers({ calls: 100_000, seed: 1, percent: 30, "at-once": 64, durable: 0 });
const { calls, seed, percent } = options;
const durable = options.durable > 0;

/** With more faults that hang or silence, the run would mostly wait. */
const RARE_EVERY = 60;

/** With 30 % faults, all four attempts of one in 450 fail without being stored. */
const UNFINALIZED_SHARE = 1 / 100;

// A busy machine may send requests before it has read a 429, which is no breach here.
const plane = await openPlane({ forbidden: [ORIGINAL], inFlightMs: 60_000 });
await plane.faults({ rate: percent / 100, seed, rareEvery: RARE_EVERY });
const stopFlicker = plane.flicker({ everyMs: 3_000, forMs: 40 });

const logged: unknown[] = [];
const log = (...told: unknown[]): void => {
  if (logged.length < 10_000) logged.push(told);
};
const parent = mkdtempSync(join(tmpdir(), "chaos-"));
const guard = new GuardedModelClient({
  ...plane.clientOptions,
  // Calls are faster than such a service takes their events: they wait, and none is dropped.
  delivery: durable
    ? durableDelivery({ directory: join(parent, "outbox") })
    : memoryDelivery({ whenFull: "wait" }),
  logger: { info: log, warn: log, error: log },
});
const workload = await Workload.open(guard);
const where = durable ? "durable" : "memory";
const verdict = new Verdict(`chaos: ${calls} calls, ${percent} % faults, ${where}, seed ${seed}`);
await inTurns(calls, options["at-once"], workload.call);
await guard.flush({ deadlineMs: 120_000 });
await stopFlicker();
await untilFinalized(plane, UNFINALIZED_SHARE);
const stats = await guard.close({ deadlineMs: 120_000 });
await workload.close();
const report = await plane.report();
plane.close();

const { ended } = workload;
const { requests, faults } = report;
checkEvents(verdict, ended, report);
checkFinalized(verdict, report, UNFINALIZED_SHARE);
checkProvider(verdict, workload.provided, { ended, report });
checkBooks(verdict, stats);
verdict.none("originals that reached a provider", workload.leaks);
verdict.none("secrets in the log", leaksOf(logged, ORIGINAL, plane.clientOptions.apiKey));
verdict.none("breaches of the contract", report.breaches);
verdict.check("calls with an end", ended.length === calls, ended.length);
const approved = approvedOf(ended).length;
const { turnedAway } = workload;
const unanswered = ended.filter(({ outcome }) => outcome === "unavailable").length - turnedAway;
verdict.check("calls that failed closed, at most 10 %", unanswered <= calls * 0.1, unanswered);
// Not counted there: a machine that stalls makes a short outage long, and many calls pass meanwhile.
verdict.check("calls turned away, at most 40 %", turnedAway <= calls * 0.4, turnedAway);
verdict.happened("calls let through", approved);
verdict.happened("calls denied", ended.filter(({ outcome }) => outcome === "denied").length);
verdict.happened("calls cancelled", ended.filter(({ outcome }) => outcome === "cancelled").length);
verdict.happened("calls with a failed provider", ended.filter((c) => c.outcome === "error").length);
verdict.happened("guard requests beyond the first", requests.guard - ended.length);
verdict.happened("replays met", report.replays);
verdict.happened("duplicates counted", stats.duplicate);
for (const fault of ["reset", "reset-after-store", "reset-body", "truncate-body", "garbage"])
  verdict.happened(`fault ${fault}`, faults[fault] ?? 0);
for (const fault of ["stall-headers", "stall-body", "deliver-twice", "refused for a while"])
  verdict.happened(`fault ${fault}`, faults[fault] ?? 0);
for (const status of ["status 429", "status 500", "status 503"])
  verdict.happened(`fault ${status}`, faults[status] ?? 0);
verdict.end();
rmSync(parent, { recursive: true, force: true });
