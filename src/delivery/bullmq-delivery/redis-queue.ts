import { type ConnectionOptions, Queue } from "bullmq";
import { isClient } from "./connection.ts";
import { within } from "./within.ts";

/** Longest a connection is asked to close in good order, in milliseconds. */
const QUIT_MS = 1_000;

/** Where a queue is. */
export interface QueueAddress {
  readonly connection: object;
  readonly queueName: string;
  readonly prefix: string;
}

/** As far as a Redis client concerns us; that of ioredis has all of it. */
interface Client {
  readonly status: string;
  readonly stream?: { unref?(): void };
  ping?(): Promise<unknown>;
  on?(event: "ready", heard: () => void): unknown;
}

/** A BullMQ queue, and whether its Redis can be asked right now. */
export class RedisQueue {
  readonly queue: Queue;
  readonly #client: Promise<Client | undefined>;
  #connected: Client | undefined = undefined;

  /** `onError` is told what the connection says; reconnecting is its own affair. */
  constructor(address: QueueAddress, onError: (error: Error) => void) {
    const own = !isClient(address.connection);
    // A Redis that is away takes no commands: we hold the events, and know their number. What is
    // on its way when it goes away is sent again, for BullMQ's own first questions have no retry.
    const patience = own ? { enableOfflineQueue: false, maxRetriesPerRequest: null } : {};
    const connection = own ? { ...patience, ...address.connection } : address.connection;
    const { queueName, prefix } = address;
    this.queue = new Queue(queueName, { connection: connection as ConnectionOptions, prefix });
    this.queue.on("error", onError);
    this.#client = this.#connect(own);
  }

  /** Whether commands can be sent; waits for the first connection, and no longer than this. */
  async ready(deadlineMs: number): Promise<boolean> {
    const client = this.#connected ?? (await within(deadlineMs, this.#client));
    return client?.status === "ready";
  }

  /** Whether Redis answers within this time. */
  async answers(deadlineMs: number): Promise<boolean> {
    if (!(await this.ready(deadlineMs))) return false;
    const asked = this.#connected?.ping?.().catch(() => undefined);
    return asked === undefined || (await within(deadlineMs, asked)) !== undefined;
  }

  async close(): Promise<void> {
    const closed = this.queue.close().then(
      () => true,
      () => true,
    );
    if ((await within(QUIT_MS, closed)) === undefined)
      await this.queue.disconnect().catch(() => {});
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
