/**
 * `npm run crash`: processes share one outbox and are killed, at random moments and at defined
 * points, while the service fails now and then. A last process sends what is left. Then the oracle
 * compares the output of the killed processes with what the service has.
 *
 * Options: `--kills 1000 --seed 1 --at-once 2 --fsync 1`.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { durableDelivery } from "../../src/delivery/durable-delivery.ts";
import { GuardedModelClient } from "../../src/index.ts";
import { startLocalDataPlane } from "../../src/local/index.ts";
import { readNumbers } from "./support/arguments.ts";
import type { CrashOrders } from "./support/crash-child.ts";
import { CrashLedger } from "./support/crash-ledger.ts";
import { seededRandom } from "./support/random.ts";
import { Verdict } from "./support/verdict.ts";

const options = readNumbers({ kills: 1_000, seed: 1, "at-once": 2, fsync: 1 });
const { kills, seed } = options;
const fsync = options.fsync > 0;

/** When a process is killed: at start-up, by itself, at one of its requests, or at random. */
const AT_REQUESTS = ["guard", "ingest", "finalize"] as const;
const POINTS = ["start", "provider", "answered", ...AT_REQUESTS, "whenever"] as const;
const LONGEST_LIFE_MS = 200;

/** Includes the start of Node.js; then the outbox opens and sends what other processes left. */
const LONGEST_START_MS = 600;

/** A process that has not started its work by then is stuck. */
const STUCK_MS = 120_000;

const random = seededRandom(seed);
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
const ledger = new CrashLedger();
const verdict = new Verdict(`crash: ${kills} kills, seed ${seed}, fsync ${fsync}`);
const killed = new Map<string, number>(POINTS.map((point) => [point, 0]));
const surprises: string[] = [];
/** Processes to be killed at their next request to an endpoint. */
const waiting = new Map<string, Set<ChildProcess>>(POINTS.map((point) => [point, new Set()]));

const plane = await startLocalDataPlane({
  maxLifecycles: 10_000_000,
  onRequest: ({ endpoint }) => {
    const [next] = waiting.get(endpoint ?? "") ?? [];
    next?.kill("SIGKILL");
  },
  onAnswer: (request, answer) => ledger.answered(request, answer),
});
const faults = ["reset", "reset-after-store", { status: 503 }, { delayMs: 30 }] as const;
for (const endpoint of ["ingest", "finalize"] as const)
  plane.script(endpoint, { random: { rate: 0.2, seed, steps: faults } });

const parent = mkdtempSync(join(tmpdir(), "crash-"));
const directory = join(parent, "outbox");
const child = fileURLToPath(new URL("../../.reports/crash-child.mjs", import.meta.url));
await build({
  entryPoints: [fileURLToPath(new URL("support/crash-child.ts", import.meta.url))],
  outfile: child,
  bundle: true,
  format: "esm",
  platform: "node",
  packages: "external",
});

/** One process, from its start to its death. */
async function live(teller: number): Promise<void> {
  const point = pick(POINTS);
  const lifeMs = random() * LONGEST_LIFE_MS;
  const orders: CrashOrders = {
    // A busy machine is slow, which is not tested here.
    client: { ...plane.clientOptions, guardDeadlineMs: 60_000 },
    directory,
    fsync,
    dieAt: point === "provider" || point === "answered" ? point : undefined,
    dieAfter: 5 + Math.floor(random() * 40),
  };
  const process_ = spawn(process.execPath, [child, JSON.stringify(orders)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const acknowledged: string[] = [];
  let errors = "";
  process_.stderr.on("data", (data: Buffer) => {
    errors += data.toString();
  });
  const stuck = setTimeout(() => {
    surprises.push("stuck");
    process_.kill("SIGKILL");
  }, STUCK_MS);
  if (point === "start") setTimeout(() => process_.kill("SIGKILL"), random() * LONGEST_START_MS);
  createInterface({ input: process_.stdout }).on("line", (line) => {
    if (line === "ready") doom(process_, point, lifeMs);
    else ledger.told(line, teller);
    if (line.startsWith("a ")) acknowledged.push(line.slice(2));
  });
  const signal = await new Promise((resolve) => process_.once("close", (_, by) => resolve(by)));
  clearTimeout(stuck);
  for (const doomed of waiting.values()) doomed.delete(process_);
  if (signal === "SIGKILL") killed.set(point, (killed.get(point) ?? 0) + 1);
  else surprises.push(`ended by itself: ${errors.slice(0, 500)}`);
  ledger.died(acknowledged, teller);
}

function doom(process_: ChildProcess, point: string, lifeMs: number): void {
  setTimeout(() => {
    if (point === "whenever") process_.kill("SIGKILL");
    else waiting.get(point)?.add(process_);
  }, lifeMs);
}

let lives = 0;
async function lane(): Promise<void> {
  while (lives < kills && surprises.length < 5) {
    lives += 1;
    await live(lives);
  }
}
await Promise.all(Array.from({ length: options["at-once"] }, lane));

const guard = new GuardedModelClient({
  ...plane.clientOptions,
  logger: { warn: (message) => ledger.warnings.push(message) },
  delivery: durableDelivery({ directory, fsync }),
});
const last = await guard.flush({ deadlineMs: 120_000 });
await guard.close();
await plane.close();

/** The folder of a process killed while creating it: empty, and removed within a minute. */
const UNFINISHED = /^owners\/\.new-[\w-]+(\/owner\.json|\/taken)?$/;
const leftOver = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter(
  (name) => name.includes(".") && !UNFINISHED.test(name),
);
ledger.judge(verdict);
verdict.check("counters add up", last.pending === 0 && last.lost === 0, JSON.stringify(last));
verdict.none("files left in the outbox", leftOver);
verdict.none("start-ups that failed, processes that ended by themselves", surprises);
for (const [point, count] of killed) verdict.happened(`killed at ${point}`, count);
verdict.end();
rmSync(parent, { recursive: true, force: true });
