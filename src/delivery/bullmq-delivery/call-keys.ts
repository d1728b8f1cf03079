import { parseJson } from "../../base/parse-json.ts";
import type { QueueAddress } from "./redis-queue.ts";

/** Redis keys for the notes of running calls, next to the keys of the queue. */
export interface CallKeys {
  /** A hash: for each running app, its last heartbeat ({@link LifeSign} as JSON). */
  readonly apps: string;
  /** A hash for each app: its running calls by event id, as {@link JobData} (JSON). */
  readonly callsOf: (appId: string) => string;
}

/** The heartbeat of a running app. It contains no time, because clocks differ. */
export interface LifeSign {
  /** Different in every heartbeat. */
  readonly beat: string;
  /** Milliseconds after which an app whose heartbeat has not changed is dead. */
  readonly leaseMs: number;
}

/** The names of the keys, under the queue's own prefix. */
export function callKeys({ prefix, queueName }: QueueAddress): CallKeys {
  const base = `${prefix}:${queueName}`;
  return { apps: `${base}:apps`, callsOf: (appId) => `${base}:calls:${appId}` };
}

/** Parses a heartbeat; undefined if it is invalid. */
export function readLifeSign(text: string): LifeSign | undefined {
  const { beat, leaseMs } = Object(parseJson(text)) as Partial<LifeSign>;
  if (typeof beat !== "string" || typeof leaseMs !== "number" || !(leaseMs > 0)) return undefined;
  return { beat, leaseMs };
}
