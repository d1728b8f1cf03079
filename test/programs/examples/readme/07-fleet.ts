import { bullmqDelivery, runDeliveryWorker } from "../../../../src/bullmq.ts";
import { GuardedModelClient } from "../../../../src/index.ts";

const connection = { url: process.env.REDIS_URL };

// In each app. The event is in Redis before the app gets the answer; its delivery status is "persisted".
const guard = new GuardedModelClient({ delivery: bullmqDelivery({ connection }) });

// In any number of processes, with GUARD_BASE_URL and GUARD_API_KEY set. No key is ever written to Redis.
const worker = await runDeliveryWorker({ connection });

process.once("SIGTERM", async () => {
  await guard.close({ deadlineMs: 4_000 });
  await worker.close({ deadlineMs: 4_000 }); // other workers take over the remaining jobs
});
