/**
 * A script that submits events and simply ends, for process-exit.test.ts. Its sender uses timers
 * that do not keep the process alive, like the sockets of the real one. At its very end it prints
 * what became of the events and how long the process was held.
 */
import { randomUUID } from "node:crypto";
import type { EventSender, IngestResult, RunningDelivery } from "../../../src/delivery/delivery.ts";
import { readMemoryOptions } from "../../../src/delivery/memory-delivery/memory-options.ts";
import { startMemory } from "../../../src/delivery/memory-delivery/running.ts";

type Scenario = (typeof SCENARIOS)[keyof typeof SCENARIOS];

const LISTENERS_BEFORE = process.listenerCount("beforeExit");
const log: string[] = [];
const startedAt = performance.now();

const SCENARIOS = {
  "200 events": { deliveries: 1, events: 200, ingest: () => after(50, STORED) },
  "50 clients": { deliveries: 50, events: 1, ingest: () => after(50, STORED) },
  "back after a second": {
    deliveries: 1,
    events: 200,
    ingest: () => after(10, performance.now() - startedAt < 1_000 ? FAILED : STORED),
  },
  "never succeeds": { deliveries: 2, events: 100, ingest: () => after(10, FAILED) },
  "never answers": { deliveries: 1, events: 100, ingest: () => new Promise<never>(() => {}) },
  suspended: {
    deliveries: 1,
    events: 10,
    ingest: () => after(10, { kind: "forbidden", error: new Error("403") } as const),
  },
  "nothing pending": { deliveries: 1, events: 0, ingest: () => after(10, STORED) },
};

const STORED = { kind: "stored", ingestMs: 1 } as const;
const FAILED = { kind: "failed", error: new Error("503") } as const;

function after(ms: number, result: IngestResult): Promise<IngestResult> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms, result).unref();
  });
}

function start(scenario: Scenario): RunningDelivery {
  const sender: EventSender = {
    ingest: scenario.ingest,
    finalize: async () => ({ kind: "finalized" }),
    canFinalize: () => true,
  };
  return startMemory(readMemoryOptions({}), {
    sender,
    clock: { now: Date.now, monotonic: () => performance.now() },
    random: Math.random,
    logger: { warn: (message) => log.push(message) },
    onOutcome: () => {},
  });
}

function submit(delivery: RunningDelivery): void {
  const event = {
    event_id: randomUUID(),
    input: "in",
    output: "out",
    model: "m",
    timestamp: new Date().toISOString(),
  };
  const record = { event, finalize: true, idGivenByCaller: false, occurredAt: Date.now() };
  void delivery.submit(record).outcome;
}

const [name, extra] = process.argv.slice(2);
const scenario = SCENARIOS[name as keyof typeof SCENARIOS];
const deliveries = Array.from({ length: scenario.deliveries }, () => start(scenario));
for (const delivery of deliveries) {
  for (let i = 0; i < scenario.events; i += 1) submit(delivery);
}
const listenersPending = process.listenerCount("beforeExit") - LISTENERS_BEFORE;

if (extra === "restless") {
  // Work that begins at each `beforeExit` makes Node.js emit it again.
  let rounds = 0;
  process.on("beforeExit", () => {
    rounds += 1;
    if (rounds <= 20) setTimeout(() => {}, 10);
  });
}
if (extra === "flush") {
  for (const delivery of deliveries) await delivery.flush({ deadlineMs: 10_000 });
}

const endedAt = performance.now();
process.on("exit", (code) => {
  const counters = deliveries.map((delivery) => delivery.counters());
  const sum = (key: "created" | "delivered" | "pending" | "rejected") =>
    counters.reduce((total, counted) => total + counted[key], 0);
  process.stdout.write(
    JSON.stringify({
      code,
      heldMs: Math.round(performance.now() - endedAt),
      created: sum("created"),
      delivered: sum("delivered"),
      rejected: sum("rejected"),
      pending: sum("pending"),
      listenersPending,
      listenersLeft:
        process.listenerCount("beforeExit") - LISTENERS_BEFORE - (extra === "restless" ? 1 : 0),
      log,
    }),
  );
});
