import { bullmqDelivery, runDeliveryWorker } from "../../../src/bullmq.ts";
import { GuardedModelClient } from "../../../src/index.ts";

const connection = { url: process.env.REDIS_URL };

// In each app: an event is in Redis when the call has its answer, and its outcome is "persisted".
const guard = new GuardedModelClient({ delivery: bullmqDelivery({ connection }) });

// In any number of processes: GUARD_BASE_URL and GUARD_API_KEY; no key is ever written to Redis.
const worker = await runDeliveryWorker({ connection });

process.once("SIGTERM", async () => {
  await guard.close({ deadlineMs: 4_000 });
  await worker.close({ deadlineMs: 4_000 }); // the rest goes back to the fleet
});
