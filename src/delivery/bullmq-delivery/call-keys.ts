import type { QueueAddress } from "./redis-queue.ts";

/** Where the notes of running calls are, beside the keys of the queue. */
export interface CallKeys {
  /** A hash: each app at work, and its last sign of life ({@link LifeSign} as JSON). */
  readonly apps: string;
  /** A hash for each app: its running calls by event id, as {@link JobData} (JSON). */
  readonly callsOf: (appId: string) => string;
}

/** What an app at work writes again and again. No clock is in it: clocks differ. */
export interface LifeSign {
  /** Differs from the one before. */
  readonly beat: string;
  /** Milliseconds after which an app whose sign stays the same is dead. */
  readonly leaseMs: number;
}

/** The names of the keys, under the queue's own prefix. */
export function callKeys({ prefix, queueName }: QueueAddress): CallKeys {
  const base = `${prefix}:${queueName}`;
  return { apps: `${base}:apps`, callsOf: (appId) => `${base}:calls:${appId}` };
}

/** Reads a sign; undefined when it is none. */
export function readLifeSign(text: string): LifeSign | undefined {
  try {
    const { beat, leaseMs } = JSON.parse(text) as Partial<LifeSign>;
    if (typeof beat !== "string" || typeof leaseMs !== "number" || !(leaseMs > 0)) return undefined;
    return { beat, leaseMs };
  } catch {
    return undefined;
  }
}
