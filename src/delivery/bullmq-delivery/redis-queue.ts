import { type ConnectionOptions, Queue } from "bullmq";
import { answerWithin, withinDeadline } from "../within-deadline.ts";
import {
  connectionsOf,
  dropConnections,
  isClient,
  letGoOfClient,
  withDefaults,
  wordOf,
} from "./connection.ts";
import type { JobData } from "./job-data.ts";

/** How long to wait for a connection's orderly end, in milliseconds. */
const QUIT_MS = 1_000;

/**
 * How long a socket may take to end before it is destroyed, in milliseconds. With ioredis's two
 * seconds, a dead socket would keep an ending process alive.
 */
const DISCONNECT_MS = 100;

/**
 * Attempts of a job whose worker fails unexpectedly, and the first wait between them. The service's
 * responses do not count: a worker keeps such events.
 */
const ATTEMPTS = 5;
const BACKOFF = { type: "exponential", delay: 1_000 } as const;

/** Replaces a field of a hash if it still has the expected value. */
const SWAP = {
  name: "guardedModelClientSwap",
  definition: {
    numberOfKeys: 1,
    lua: `if redis.call("HGET", KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call("HSET", KEYS[1], ARGV[1], ARGV[3])
return 1`,
  },
} as const;

/** The location of a queue. */
export interface QueueAddress {
  readonly connection: object;
  readonly queueName: string;
  readonly prefix: string;
}

/** The result of adding a job. */
export interface Added {
  /**
   * The error code of Redis (`OOM`, `READONLY`, `WRONGPASS`, ...); undefined if the job was added.
   */
  readonly refusal: string | undefined;
}

const ADDED: Added = { refusal: undefined };

/** A Lua script and its name. */
export interface Script {
  readonly name: string;
  readonly definition: { readonly numberOfKeys: number; readonly lua: string };
}

/** The part of BullMQ's Redis client that is used here, the same for all client packages. */
interface Client {
  readonly status: string;
  ping?(): Promise<unknown>;
  hset(key: string, fields: Readonly<Record<string, string>>): Promise<unknown>;
  hdel(key: string, ...fields: string[]): Promise<unknown>;
  hgetall(key: string): Promise<Record<string, string>>;
  defineCommand(name: string, definition: Script["definition"]): void;
  runCommand?(name: string, args: readonly unknown[]): Promise<unknown>;
}

/** What earlier releases of BullMQ 5 have instead, ioredis itself: commands are its methods. */
type Commands = Readonly<Record<string, (args: readonly unknown[]) => Promise<unknown>>>;

/** A BullMQ queue that knows whether its Redis is reachable. */
export class RedisQueue {
  readonly queue: Queue;
  readonly #client: Promise<Client | undefined>;
  readonly #connection: object;
  readonly #scripts = new Set<string>();
  #connected: Client | undefined = undefined;

  /** `onError` gets connection errors; reconnecting happens automatically. */
  constructor(address: QueueAddress, onError: (error: Error) => void) {
    const own = !isClient(address.connection);
    this.#connection = address.connection;
    // Without an offline queue, because we hold the events ourselves and count them. Commands in
    // flight when the connection breaks are sent again, because BullMQ's initial commands have no
    // retry of their own. A connection that was never established is not waited for once it is
    // closed.
    const patience = own
      ? { enableOfflineQueue: false, maxRetriesPerRequest: null, disconnectTimeout: DISCONNECT_MS }
      : {};
    const given = withDefaults(address.connection);
    const connection = own ? { ...patience, ...given } : given;
    const { queueName, prefix } = address;
    this.queue = new Queue(queueName, { connection: connection as ConnectionOptions, prefix });
    this.queue.on("error", onError);
    // Pending events keep the process alive, so the connection need not.
    if (own) letGoOfClient(this.queue);
    this.#client = this.#connect();
  }

  /** Resolves to whether commands can be sent; waits at most this long for the first connection. */
  async ready(deadlineMs: number, wait?: { readonly holdProcess: boolean }): Promise<boolean> {
    const client = this.#connected ?? (await withinDeadline(deadlineMs, this.#client, wait));
    return client?.status === "ready";
  }

  /** Whether Redis responds within this time. */
  async answers(deadlineMs: number): Promise<boolean> {
    // A call waits for this, and a script may do nothing else meanwhile.
    const holdProcess = true;
    if (!(await this.ready(deadlineMs, { holdProcess }))) return false;
    const asked = this.#connected?.ping?.().catch(() => undefined);
    if (asked === undefined) return true;
    return (await answerWithin(deadlineMs, asked, { holdProcess })) !== undefined;
  }

  /** Adds the job of an event; there is at most one per event id. Never rejects. */
  async addEvent(data: JobData): Promise<Added> {
    const options = { jobId: data.event.event_id, attempts: ATTEMPTS, backoff: BACKOFF };
    return this.queue.add("event", data, options).then(
      () => ADDED,
      (error: unknown) => ({ refusal: wordOf(error) }),
    );
  }

  /**
   * Resolves to whether the fields are set. Never rejects, and may take as long as Redis is
   * unreachable.
   */
  async hset(key: string, fields: Readonly<Record<string, string>>): Promise<boolean> {
    return this.#tell((client) => client.hset(key, fields));
  }

  /** Resolves to whether the fields are deleted. Never rejects. */
  async hdel(key: string, ...fields: readonly string[]): Promise<boolean> {
    return this.#tell((client) => client.hdel(key, ...fields));
  }

  /** A whole hash; undefined if Redis is unreachable. Never rejects. */
  async hgetall(key: string): Promise<Readonly<Record<string, string>> | undefined> {
    const client = this.#connected;
    if (client?.status !== "ready") return undefined;
    return client.hgetall(key).catch(() => undefined);
  }

  /** Replaces `before` by `after`; resolves to whether it did. Never rejects. */
  async swapField(
    key: string,
    field: string,
    [before, after]: readonly [before: string, after: string],
  ): Promise<boolean> {
    return (await this.script(SWAP, [key, field, before, after])) === 1;
  }

  /**
   * The result of a script; `args` start with its keys. Undefined if it cannot be run. Never
   * rejects.
   */
  async script({ name, definition }: Script, args: readonly string[]): Promise<unknown> {
    const client = this.#connected;
    if (client?.status !== "ready") return undefined;
    try {
      if (!this.#scripts.has(name)) client.defineCommand(name, definition);
      this.#scripts.add(name);
      if (client.runCommand !== undefined) return await client.runCommand(name, args);
      return await (client as unknown as Commands)[name]?.(args);
    } catch {
      return undefined;
    }
  }

  async close(): Promise<void> {
    const closed = this.queue.close().catch(() => {});
    await withinDeadline(QUIT_MS, closed);
    dropConnections(this.queue, this.#connection);
  }

  async #tell(command: (client: Client) => Promise<unknown>): Promise<boolean> {
    const client = this.#connected;
    if (client?.status !== "ready") return false;
    try {
      return await command(client).then(yes, no);
    } catch {
      return false;
    }
  }

  async #connect(): Promise<Client | undefined> {
    try {
      const client = (await connectionsOf(this.queue).client) as Client;
      this.#connected = client;
      return client;
    } catch {
      // Already reported to `onError`; a queue that never connects is never ready.
      return undefined;
    }
  }
}

const yes = (): boolean => true;
const no = (): boolean => false;
