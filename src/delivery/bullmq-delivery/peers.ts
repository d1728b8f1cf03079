import { createRequire } from "node:module";
import { ConfigurationError } from "../../errors.ts";
import { isClient } from "./connection.ts";

/**
 * BullMQ is the app's to install, and so is the Redis client that it loads by itself for options
 * of a connection.
 *
 * @throws ConfigurationError when one of them is not there.
 */
export function requirePeers(connection: object): void {
  const { resolve } = createRequire(import.meta.url);
  for (const name of isClient(connection) ? ["bullmq"] : ["bullmq", "ioredis"]) {
    try {
      resolve(name);
    } catch {
      throw new ConfigurationError(
        `guarded-model-client/bullmq needs the package ${name}, which is not installed. Run: npm install bullmq ioredis`,
      );
    }
  }
}
