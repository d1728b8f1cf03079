import { GuardedModelClient } from "guarded-model-client";
import { DeliveryWorker } from "guarded-model-client/bullmq";

const guard = new GuardedModelClient({ baseURL: "http://localhost", apiKey: "key" });
await guard.call({ model: 1, input: "text", execute: async () => "text" });
new GuardedModelClient(undefined, {} as never);
new DeliveryWorker({} as never, {} as never);
