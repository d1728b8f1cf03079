/**
 * `npm run clock`: calls continue while the clocks of service and host jump apart by an hour in
 * both directions, one at a time. No event may be lost because of a stale timestamp or stored
 * twice, and detecting the offset may take only a few requests.
 *
 * Options: `--calls 20000 --seed 1 --at-once 32`.
 */
import { GuardedModelClient } from "../../src/index.ts";
import { ORIGINAL } from "../support/secrets.ts";
import { readNumbers } from "./support/arguments.ts";
import {
  checkBooks,
  checkEvents,
  checkFinalized,
  checkProvider,
  untilFinalized,
} from "./support/compare.ts";
import { inTurns } from "./support/in-turns.ts";
import { openPlane } from "./support/plane.ts";
import { seededRandom } from "./support/random.ts";
import { Verdict } from "./support/verdict.ts";
import { Workload } from "./support/workload.ts";

const options = readNumbers({ calls: 20_000, seed: 1, "at-once": 32 });
const { calls, seed } = options;

const HOUR_MS = 3_600_000;
const JUMPS = 16;

/** The host's clock jumps for the whole process, as when an operator sets it. */
const trueNow = Date.now;
let hostOffsetMs = 0;
Date.now = () => trueNow() + hostOffsetMs;

const plane = await openPlane({ forbidden: [ORIGINAL], allowStale: true, inFlightMs: 60_000 });
const guard = new GuardedModelClient({ ...plane.clientOptions, logger: {} });
const workload = await Workload.open(guard);
const verdict = new Verdict(`clock: ${calls} calls, ${JUMPS} jumps of an hour, seed ${seed}`);

const random = seededRandom(seed);
const jumps = { service: 0, host: 0, ahead: 0, behind: 0 };
/** Moves the clock of service or host to an hour before, at, or an hour after the true time. */
async function jump(): Promise<void> {
  const offsetMs = (Math.floor(random() * 3) - 1) * HOUR_MS;
  if (random() < 0.5) {
    jumps.service += 1;
    serviceOffsetMs = offsetMs;
    await plane.clock(offsetMs);
  } else {
    jumps.host += 1;
    hostOffsetMs = offsetMs;
  }
  if (serviceOffsetMs > hostOffsetMs) jumps.ahead += 1;
  if (serviceOffsetMs < hostOffsetMs) jumps.behind += 1;
}
let serviceOffsetMs = 0;

const every = Math.ceil(calls / JUMPS);
await inTurns(calls, options["at-once"], async (index) => {
  if (index % every === 0) await jump();
  await workload.call(index);
});
await guard.flush({ deadlineMs: 60_000 });
await untilFinalized(plane, 0);
const stats = await guard.close({ deadlineMs: 60_000 });
await workload.close();
const report = await plane.report();
plane.close();

const { ended } = workload;
checkEvents(verdict, ended, report);
checkFinalized(verdict, report, 0);
checkProvider(verdict, workload.provided, { ended, report });
checkBooks(verdict, stats);
verdict.none("breaches of the contract", report.breaches);
verdict.check("calls with an end", ended.length === calls, ended.length);
verdict.check(
  "events rejected or dropped",
  stats.rejected === 0 && Object.keys(stats.dropped).length === 0,
  stats.rejected,
);
// Requests in flight at a jump, each once: at most as many as there are concurrent calls.
const most = jumps.ahead * options["at-once"];
verdict.check(`requests with a stale stamp, at most ${most}`, report.stale <= most, report.stale);
verdict.happened("requests with a stale stamp", report.stale);
verdict.happened("jumps of the service's clock", jumps.service);
verdict.happened("jumps of the host's clock", jumps.host);
verdict.happened("jumps that left the service ahead", jumps.ahead);
verdict.happened("jumps that left it behind", jumps.behind);
verdict.end();
