import { type ConnectionOptions, Queue } from "bullmq";
import { withinDeadline } from "../within-deadline.ts";
import { dropConnections, isClient, withDefaults, wordOf } from "./connection.ts";
import type { JobData } from "./job-data.ts";

/** Longest a connection is asked to close in good order, in milliseconds. */
const QUIT_MS = 1_000;

/**
 * How long a socket has to end, in milliseconds, before it is destroyed. ioredis's own two seconds
 * would hold a process that is at its end for a socket that is gone.
 */
const DISCONNECT_MS = 100;

/**
 * Attempts of a worker that fails in a way nobody thought of, and the first wait between them.
 * What the service says is not a matter of these: a worker keeps such events in hand.
 */
const ATTEMPTS = 5;
const BACKOFF = { type: "exponential", delay: 1_000 } as const;

/** Replaces a field of a hash if it is what it is thought to be. */
const SWAP = {
  name: "guardedModelClientSwap",
  definition: {
    numberOfKeys: 1,
    lua: `if redis.call("HGET", KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call("HSET", KEYS[1], ARGV[1], ARGV[3])
return 1`,
  },
} as const;

/** Where a queue is. */
export interface QueueAddress {
  readonly connection: object;
  readonly queueName: string;
  readonly prefix: string;
}

/** What came of adding a job. */
export interface Added {
  /** What Redis calls its reason (`OOM`, `READONLY`, `WRONGPASS`, ...); undefined when the job is there. */
  readonly refusal: string | undefined;
}

const ADDED: Added = { refusal: undefined };

/** A Lua script, under a name of its own. */
export interface Script {
  readonly name: string;
  readonly definition: { readonly numberOfKeys: number; readonly lua: string };
}

/** As far as a Redis client concerns us, as BullMQ hands it out: the same for every package. */
interface Client {
  readonly status: string;
  readonly stream?: { unref?(): void };
  ping?(): Promise<unknown>;
  on?(event: "ready", heard: () => void): unknown;
  hset(key: string, fields: Readonly<Record<string, string>>): Promise<unknown>;
  hdel(key: string, ...fields: string[]): Promise<unknown>;
  hgetall(key: string): Promise<Record<string, string>>;
  defineCommand(name: string, definition: Script["definition"]): void;
  runCommand(name: string, args: readonly unknown[]): Promise<unknown>;
}

/** A BullMQ queue, and whether its Redis can be asked right now. */
export class RedisQueue {
  readonly queue: Queue;
  readonly #client: Promise<Client | undefined>;
  readonly #connection: object;
  readonly #scripts = new Set<string>();
  #connected: Client | undefined = undefined;

  /** `onError` is told what the connection says; reconnecting is its own affair. */
  constructor(address: QueueAddress, onError: (error: Error) => void) {
    const own = !isClient(address.connection);
    this.#connection = address.connection;
    // A Redis that is away takes no commands: we hold the events, and know their number. What is
    // on its way when it goes away is sent again, for BullMQ's own first questions have no retry.
    // And a connection that never was is not waited for once it is closed.
    const patience = own
      ? { enableOfflineQueue: false, maxRetriesPerRequest: null, disconnectTimeout: DISCONNECT_MS }
      : {};
    const given = withDefaults(address.connection);
    const connection = own ? { ...patience, ...given } : given;
    const { queueName, prefix } = address;
    this.queue = new Queue(queueName, { connection: connection as ConnectionOptions, prefix });
    this.queue.on("error", onError);
    this.#client = this.#connect(own);
  }

  /** Whether commands can be sent; waits for the first connection, and no longer than this. */
  async ready(deadlineMs: number): Promise<boolean> {
    const client = this.#connected ?? (await withinDeadline(deadlineMs, this.#client));
    return client?.status === "ready";
  }

  /** Whether Redis answers within this time. */
  async answers(deadlineMs: number): Promise<boolean> {
    if (!(await this.ready(deadlineMs))) return false;
    const asked = this.#connected?.ping?.().catch(() => undefined);
    return asked === undefined || (await withinDeadline(deadlineMs, asked)) !== undefined;
  }

  /** Adds the job of an event; there is one at most of an event id. Never rejects. */
  async addEvent(data: JobData): Promise<Added> {
    const options = { jobId: data.event.event_id, attempts: ATTEMPTS, backoff: BACKOFF };
    return this.queue.add("event", data, options).then(
      () => ADDED,
      (error: unknown) => ({ refusal: wordOf(error) }),
    );
  }

  /** Whether fields of a hash are set; never rejects, and may take as long as Redis is away. */
  async hset(key: string, fields: Readonly<Record<string, string>>): Promise<boolean> {
    return this.#tell((client) => client.hset(key, fields));
  }

  /** Whether fields of a hash are gone; never rejects. */
  async hdel(key: string, ...fields: readonly string[]): Promise<boolean> {
    return this.#tell((client) => client.hdel(key, ...fields));
  }

  /** A whole hash; undefined when Redis cannot be asked. Never rejects. */
  async hgetall(key: string): Promise<Readonly<Record<string, string>> | undefined> {
    const client = this.#connected;
    if (client?.status !== "ready") return undefined;
    return client.hgetall(key).catch(() => undefined);
  }

  /** Whether the field was `before` and is `after` now; never rejects. */
  async swapField(
    key: string,
    field: string,
    [before, after]: readonly [before: string, after: string],
  ): Promise<boolean> {
    return (await this.script(SWAP, [key, field, before, after])) === 1;
  }

  /** What a script returns, keys first among its arguments; undefined when it cannot be run. Never rejects. */
  async script({ name, definition }: Script, args: readonly string[]): Promise<unknown> {
    const client = this.#connected;
    if (client?.status !== "ready") return undefined;
    try {
      if (!this.#scripts.has(name)) client.defineCommand(name, definition);
      this.#scripts.add(name);
      return await client.runCommand(name, args);
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

  async #connect(own: boolean): Promise<Client | undefined> {
    try {
      const client = (await this.queue.getBackend().client) as unknown as Client;
      this.#connected = client;
      // What pends holds the process, and its connection does not.
      const letGo = () => client.stream?.unref?.();
      if (own) client.on?.("ready", letGo);
      if (own) letGo();
      return client;
    } catch {
      // Told by `onError` already; a queue that never connects is never ready.
      return undefined;
    }
  }
}

const yes = (): boolean => true;
const no = (): boolean => false;
