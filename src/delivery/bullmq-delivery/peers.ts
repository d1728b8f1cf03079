import { ConfigurationError } from "../../errors.ts";
import { isMissing } from "../is-missing.ts";
import { isClient } from "./connection.ts";

/**
 * Checks that the app has installed BullMQ, and the Redis client that BullMQ loads if it gets
 * connection options.
 *
 * @throws ConfigurationError if one of them is missing.
 */
export function requirePeers(connection: object): void {
  for (const name of isClient(connection) ? ["bullmq"] : ["bullmq", "ioredis"]) {
    if (!isMissing(name)) continue;
    throw new ConfigurationError(
      `guarded-model-client/bullmq needs the package ${name}, which is not installed. Run: npm install bullmq ioredis`,
    );
  }
}
