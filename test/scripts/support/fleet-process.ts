/** A producer or a worker of a fleet, controlled over IPC, and killed at any moment. */
import { setTimeout as sleep } from "node:timers/promises";
import { bullmqDelivery, type DeliveryWorker, runDeliveryWorker } from "../../../src/bullmq.ts";
import { GuardedModelClient } from "../../../src/index.ts";
import type { FleetNews, FleetOrder, FleetSetup, Share } from "./fleet-orders.ts";
import { inTurns } from "./in-turns.ts";

const CALLS_AT_ONCE = 4;

/** How soon the jobs of a killed worker and the calls of a killed producer are taken over. */
const LOCK_MS = 2_000;

const tell = (news: FleetNews): void => void process.send?.(news);
/** The worker as a promise: it may get the order to end before it has started. */
let working: Promise<DeliveryWorker> | undefined;

process.on("disconnect", () => process.exit(0));
process.on("message", (order: FleetOrder) => {
  if ("produce" in order) void produce(order.produce);
  else if ("work" in order) working = work(order.work);
  else void end();
});

async function produce(setup: FleetSetup & Share): Promise<void> {
  const { clientOptions, connection, queueName, first, count } = setup;
  const delivery = bullmqDelivery({ connection, queueName, callLeaseMs: LOCK_MS });
  const guard = new GuardedModelClient({ ...clientOptions, delivery, logger: {} });
  await inTurns(count, CALLS_AT_ONCE, async (index) => {
    const call = first + index;
    const execute = async ({ clientEventId }: { readonly clientEventId: string }) => {
      tell({ provided: clientEventId });
      // Long enough for a kill to interrupt it.
      await sleep(Math.random() * 20);
      return `answer ${call}`;
    };
    const metadata = { call };
    await guard.call({ model: "m", input: `question ${call}`, metadata, execute }).then(
      ({ clientEventId }) => tell({ answered: clientEventId, call }),
      () => tell({ refused: call }),
    );
  });
  tell({ closed: await guard.close({ deadlineMs: 30_000 }) });
  process.disconnect();
}

function work({ clientOptions, connection, queueName }: FleetSetup): Promise<DeliveryWorker> {
  const where = { connection, queueName, ...clientOptions };
  return runDeliveryWorker({ ...where, lockMs: LOCK_MS, logger: {} });
}

async function end(): Promise<void> {
  const worker = await working;
  await worker?.close({ deadlineMs: 10_000 });
  if (worker !== undefined) tell({ closed: worker.stats() });
  process.disconnect();
}
