/**
 * `npm run sigterm`: a process with thousands of queued events gets SIGTERM. It delivers what it
 * can within its deadline, the rest stays on disk, and another process sends that.
 *
 * Options: `--events 10000 --deadline 4000 --slow 30` (milliseconds: of the close, of an ingest).
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { durableDelivery } from "../../src/delivery/durable-delivery.ts";
import { GuardedModelClient } from "../../src/index.ts";
import { startLocalDataPlane } from "../../src/local/index.ts";
import type { DeliveryCounters } from "../../src/types.ts";
import { runScript } from "../support/processes/run-script.ts";
import { readNumbers } from "./support/arguments.ts";
import { checkBooks } from "./support/compare.ts";
import { Verdict } from "./support/verdict.ts";

const { events, deadline, slow } = readNumbers({ events: 10_000, deadline: 4_000, slow: 30 });

/** A closing process also has to end its other work. */
const LATE_MS = 1_000;

const stored = new Map<string, number>();
const acknowledged = new Set<string>();
const plane = await startLocalDataPlane({
  maxLifecycles: 10 * events,
  onAnswer: ({ endpoint, body }, { processed }) => {
    if (endpoint !== "ingest" || processed?.status !== 200) return;
    const id = String((body as { event_id?: unknown }).event_id);
    stored.set(id, (stored.get(id) ?? 0) + 1);
  },
});
const parent = mkdtempSync(join(tmpdir(), "sigterm-"));
const directory = join(parent, "outbox");
const verdict = new Verdict(`sigterm: ${events} events queued, closed within ${deadline} ms`);

// The service is down until the process gets its signal, and slow from then on.
plane.script("ingest", { always: { status: 503 } });
const script = runScript(`
  import { durableDelivery } from "~/src/delivery/durable-delivery.ts";
  import { GuardedModelClient } from "~/src/index.ts";
  const guard = new GuardedModelClient({
    ...${JSON.stringify(plane.clientOptions)},
    guardDeadlineMs: 60_000,
    delivery: durableDelivery({ directory: ${JSON.stringify(directory)} }),
    logger: {},
  });
  process.once("SIGTERM", async () => {
    const since = performance.now();
    const stats = await guard.close({ deadlineMs: ${deadline} });
    console.log(JSON.stringify({ stats, tookMs: performance.now() - since }));
  });
  let left = ${events};
  const ids = [];
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      const { clientEventId } = await guard.call({ model: "m", input: "hi", execute: async () => "x" });
      ids.push(clientEventId);
    }
  };
  await Promise.all(Array.from({ length: 32 }, lane));
  console.log(ids.join(" "));
  console.log("queued");
  setInterval(() => {}, 60_000).unref();
  await new Promise((resolve) => process.once("SIGTERM", resolve));
`);
await script.printed("queued");
plane.script("ingest", { always: { delayMs: slow } });
const toldAt = performance.now();
script.kill("SIGTERM");
const { output, errors, code } = await script.ended;
const endedMs = performance.now() - toldAt;
const [ids = "", , told = "{}"] = output.split("\n");
for (const id of ids.split(" ")) acknowledged.add(id);
const { stats, tookMs } = JSON.parse(told) as { stats: DeliveryCounters; tookMs: number };
const deliveredFirst = stored.size;

plane.script("ingest", []);
const next = new GuardedModelClient({
  ...plane.clientOptions,
  delivery: durableDelivery({ directory }),
  logger: {},
});
const second = await next.flush({ deadlineMs: 120_000 });
await next.close();
await plane.close();

const { created, delivered, duplicate, persisted } = stats;
verdict.check("the process ended well", code === 0 && errors === "", errors.slice(0, 200) || "yes");
verdict.check("events created", created === events, created);
verdict.check(
  "delivered + persisted are all of them",
  delivered + duplicate + persisted === events,
  `${delivered + duplicate} + ${persisted}`,
);
checkBooks(verdict, stats);
verdict.check(
  `closed within its deadline, milliseconds`,
  tookMs <= deadline + 100,
  Math.round(tookMs),
);
verdict.check("ended soon, milliseconds", endedMs <= deadline + LATE_MS, Math.round(endedMs));
verdict.none(
  "acknowledged calls without an event, in the end",
  [...acknowledged].filter((id) => !stored.has(id)),
);
verdict.none(
  "events stored twice",
  [...stored].filter(([, times]) => times > 1),
);
verdict.check("acknowledged calls", acknowledged.size === events, acknowledged.size);
verdict.check(
  "books of the next process balance",
  second.pending === 0 && second.lost === 0,
  JSON.stringify(second),
);
verdict.happened("events delivered before the end", deliveredFirst);
verdict.happened("events left on the disk", persisted);
verdict.end();
rmSync(parent, { recursive: true, force: true });
