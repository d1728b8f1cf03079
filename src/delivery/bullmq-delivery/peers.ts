import { ConfigurationError } from "../../errors.ts";
import { isMissing, isMissingTo } from "../is-missing.ts";
import { isClient } from "./connection.ts";

/**
 * Checks that the app has installed BullMQ, and the Redis client that BullMQ loads if it gets
 * connection options.
 *
 * @throws ConfigurationError if one of them is missing.
 */
export function requirePeers(connection: object): void {
  if (isMissing("bullmq")) throw missing("bullmq");
  if (!isClient(connection) && isMissingTo("bullmq", "ioredis")) throw missing("ioredis");
}

function missing(name: string): ConfigurationError {
  return new ConfigurationError(
    `guarded-model-client/bullmq needs the package ${name}, which is not installed. Run: npm install bullmq ioredis`,
  );
}
