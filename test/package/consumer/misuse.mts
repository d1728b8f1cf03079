import { GuardedModelClient } from "guarded-model-client";

const guard = new GuardedModelClient({ baseURL: "http://localhost", apiKey: "key" });
await guard.call({ model: 1, input: "text", execute: async () => "text" });
