import { Queue } from "bullmq";
import { expect } from "vitest";

// Without this, an alias that does not apply would test the current major twice.
expect(Queue.prototype).not.toHaveProperty("getBackend");
