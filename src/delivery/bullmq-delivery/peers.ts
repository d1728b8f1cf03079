import { ConfigurationError } from "../../errors.ts";
import { isMissing } from "../is-missing.ts";
import { isClient } from "./connection.ts";

/**
 * BullMQ is the app's to install, and so is the Redis client that it loads by itself for options
 * of a connection.
 *
 * @throws ConfigurationError when one of them is not there.
 */
export function requirePeers(connection: object): void {
  for (const name of isClient(connection) ? ["bullmq"] : ["bullmq", "ioredis"]) {
    if (!isMissing(name)) continue;
    throw new ConfigurationError(
      `guarded-model-client/bullmq needs the package ${name}, which is not installed. Run: npm install bullmq ioredis`,
    );
  }
}
