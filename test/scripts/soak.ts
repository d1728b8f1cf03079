/**
 * `npm run soak`: a million guarded calls in one process. At regular rests nothing may be left of
 * them: the heap's slope is flat, and no handle, listener or timer remains. In the end the service
 * must have exactly the events of these calls, each once and finalized.
 *
 * Options: `--calls 1000000 --at-once 64 --rests 20`.
 */
import { fork } from "node:child_process";
import { getEventListeners, once } from "node:events";
import { fileURLToPath } from "node:url";
import { GuardedModelClient, memoryDelivery } from "../../src/index.ts";
import { readNumbers } from "./support/arguments.ts";
import { checkBooks } from "./support/compare.ts";
import { Fingerprint } from "./support/fingerprint.ts";
import { inTurns } from "./support/in-turns.ts";
import type { LeanReport } from "./support/lean-process.ts";
import { settledMib, slopeOf } from "./support/memory.ts";
import { Verdict } from "./support/verdict.ts";

const options = readNumbers({ calls: 1_000_000, "at-once": 64, rests: 20 });
const { calls, rests } = options;

/** Heap bytes that a call may leave; and the allowed difference between two rests. */
const MAX_BYTES_A_CALL = 8;
const NOISE_BYTES = 1_500_000;

const child = fork(fileURLToPath(new URL("./support/lean-process.ts", import.meta.url)), {
  execArgv: ["--import", "tsx"],
});
const [port] = (await once(child, "message")) as [number];
const apiKey = ["sk", "live", "0".repeat(24)].join("_");
const guard = new GuardedModelClient({
  baseURL: `http://127.0.0.1:${port}`,
  apiKey,
  logger: {},
  // A shared machine can stall for longer than any call should wait.
  guardDeadlineMs: 60_000,
  // These calls are faster than the two further requests of each: they wait for each other's
  // events, hundreds of times a second.
  delivery: memoryDelivery({ whenFull: "wait", maxEvents: 500 }),
});
const verdict = new Verdict(`soak: ${calls} calls, ${options["at-once"]} at once`);

const warnings: string[] = [];
process.on("warning", ({ message }) => void warnings.push(message));
const made = new Fingerprint();
const ends = { complete: 0, brokenOff: 0, failed: 0 };
const stopping = new AbortController();
const { signal } = stopping;
const onLifecycle = ({ clientEventId }: { readonly clientEventId: string }): void =>
  made.add(clientEventId);

/** Mostly calls; some streams, some of them cancelled, and some provider errors. */
async function call(index: number): Promise<void> {
  const input = `question ${index}`;
  if (index % 10 === 3 || index % 10 === 7) {
    const execute = () => words(index);
    const stream = await guard.stream({ model: "m", input, signal, onLifecycle, execute });
    for await (const _ of stream) if (index % 10 === 7) break;
    ends[index % 10 === 7 ? "brokenOff" : "complete"] += 1;
  } else if (index % 10 === 9) {
    const execute = async () => Promise.reject(new RangeError("it failed"));
    await guard.call({ model: "m", input, signal, onLifecycle, execute }).catch(() => {
      ends.failed += 1;
    });
  } else {
    const execute = async () => `answer ${index}`;
    await guard.call({ model: "m", input, signal, onLifecycle, execute });
    ends.complete += 1;
  }
}

async function* words(index: number): AsyncGenerator<string> {
  yield "one ";
  yield `two ${index} `;
  yield "three";
}

/** What is left after everything was delivered. */
interface Rest {
  readonly calls: number;
  readonly heapMib: number;
  readonly timers: number;
  readonly handles: number;
  readonly listeners: number;
}

async function rest(): Promise<Rest> {
  await guard.flush({ deadlineMs: 30_000 });
  const { heap } = await settledMib();
  const resources = process.getActiveResourcesInfo();
  const timers = resources.filter((kind) => kind === "Timeout" || kind === "Immediate").length;
  const listeners = process
    .eventNames()
    .reduce(
      (sum, name) => sum + process.listenerCount(name),
      getEventListeners(signal, "abort").length,
    );
  return {
    calls: made.count,
    heapMib: heap,
    timers,
    handles: resources.length - timers,
    listeners,
  };
}

const seen: Rest[] = [await rest()];
const between = Math.ceil(calls / rests);
for (let done = 0; done < calls; done += between) {
  const count = Math.min(between, calls - done);
  await inTurns(count, options["at-once"], (index) => call(done + index));
  seen.push(await rest());
}
const stats = await guard.close({ deadlineMs: 30_000 });
const sockets = (): number =>
  process.getActiveResourcesInfo().filter((r) => /TCP|TLS/.test(r)).length;
const left = sockets();
child.send("report");
const [report] = (await once(child, "message")) as [LeanReport];
child.disconnect();

const second = seen.slice(Math.floor(seen.length / 2));
const points = second.map((at) => ({ x: at.calls, y: at.heapMib * 1024 * 1024 }));
const slope = slopeOf(points);
const most = MAX_BYTES_A_CALL + NOISE_BYTES / (calls / 2);
const [first, last] = [seen[1] ?? seen[0], seen.at(-1)];
const worst = (of: (rest: Rest) => number): number => Math.max(...second.map(of));
verdict.check(
  `heap, at most ${most.toFixed(1)} bytes a call`,
  slope <= most,
  `${slope.toFixed(2)} bytes a call, ${first?.heapMib.toFixed(1)} to ${last?.heapMib.toFixed(1)} MiB`,
);
verdict.check(
  "timers at rest",
  worst((at) => at.timers) === 0,
  worst((at) => at.timers),
);
verdict.check(
  "listeners at rest, no more than at first",
  worst((at) => at.listeners) <= (seen[0]?.listeners ?? 0),
  worst((at) => at.listeners),
);
verdict.check(
  "handles at rest, no more than sockets of the pool",
  worst((at) => at.handles) <= (seen[0]?.handles ?? 0) + 2 * options["at-once"],
  worst((at) => at.handles),
);
verdict.check("sockets after close", left === 0, left);
verdict.none("warnings of Node.js", warnings);
verdict.check(
  "the service has the events of these calls",
  report.stored === made.toString(),
  report.stored,
);
verdict.check("all of them guarded", report.guarded === made.toString(), report.guarded);
verdict.check("all of them finalized", report.finalized === made.toString(), report.finalized);
verdict.check("requests sent twice", report.repeats === 0, report.repeats);
verdict.check(
  "calls made",
  made.count === calls && ends.complete + ends.brokenOff + ends.failed === calls,
  made.count,
);
checkBooks(verdict, stats);
verdict.happened("calls completed", ends.complete);
verdict.happened("streams broken off", ends.brokenOff);
verdict.happened("providers failed", ends.failed);
verdict.happened("rests measured", seen.length - 1);
verdict.end();
// A leaked timer or socket would keep the process, and the verdict, waiting forever.
setTimeout(() => process.exit(1), 10_000).unref();
