import type { Queue, Worker } from "bullmq";

/** Whether `connection` is a client instance, not connection options. */
export function isClient(connection: object): boolean {
  const { status, isOpen, on } = connection as Readonly<Record<string, unknown>>;
  // ioredis has a `status`, node-redis has `isOpen`.
  return typeof on === "function" && (typeof status === "string" || isOpen !== undefined);
}

type Options = Readonly<Record<string, unknown>>;

/** The options of a connection: the given ones, or those of a client (for a cluster, of its nodes). */
export function optionsOf(connection: object): Options {
  if (!isClient(connection)) return connection as Options;
  const { options } = connection as { readonly options?: Options };
  return { ...(options?.redisOptions as Options | undefined), ...options };
}

/**
 * Defaults for connection options. A primary that was demoted to a replica keeps its connections,
 * while its address points to another server: so an ioredis client that gets `READONLY` reconnects.
 */
export function withDefaults(connection: object): object {
  if (isClient(connection)) return connection;
  return { reconnectOnError: (error: Error) => wordOf(error) === "READONLY", ...connection };
}

/**
 * Redis errors start with an upper-case word (RESP, "Simple errors"); before version 7, errors from
 * within a script have it after a prefix.
 */
const WORD = /^(?:ERR Error running script .{0,200}?: -)?([A-Z]{2,16})(?= )/s;

/**
 * A short name for an error of Redis or its connection, for logs. Without the rest of the message,
 * which may quote a command and therefore an event.
 */
export function wordOf(error: unknown): string {
  const { code, name, message } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  return code ?? WORD.exec(message ?? "")?.[1] ?? name ?? "unknown";
}

/**
 * Closes what remains of the connections after a close. BullMQ says goodbye to Redis; if Redis is
 * unreachable, BullMQ leaves its connections reconnecting forever, which keeps the process alive. A
 * client that was passed in belongs to the app, except for the copy that a worker makes of it. Does
 * not wait, because an unreachable connection never reports its end.
 */
export function dropConnections(queue: Queue | Worker, connection: object): void {
  const { disconnectBlocking, disconnect } = connectionsOf(queue);
  const { blockingConnection, connection: main } = holderOf(queue);
  void disconnectBlocking()
    ?.catch(ignore)
    .then(() => endParked(blockingConnection?._client));
  if (isClient(connection)) return;
  void disconnect().catch(ignore);
  endParked(main?._client);
}

/**
 * Ends a client that waits before it connects again. Disconnecting it only stops the wait, and no
 * end follows: a worker's close would wait for that forever, with a timer that keeps the process
 * alive. Disconnecting a client that connects ends it. Not clients of a cluster, which connect
 * whatever happens.
 */
function endParked(client: WaitingClient | undefined): void {
  if (client?.status !== "reconnecting" || client.isCluster) return;
  void client.connect?.().catch(ignore);
  client.disconnect?.();
}

/** The connections of a queue or worker. */
interface Connections {
  readonly client: Promise<unknown>;
  disconnect(): Promise<void>;
  /** Without waiting for its end. Undefined where there is none. */
  disconnectBlocking(): Promise<void> | undefined;
}

/** Where BullMQ 5 keeps what version 6 has in a backend. */
interface Version5 {
  readonly client: Promise<unknown>;
  readonly blockingConnection?: { disconnect(wait: boolean): Promise<void> };
  disconnect(): Promise<void>;
}

/** The connections of a queue or worker, in BullMQ 5 and 6. */
export function connectionsOf(queue: Queue | Worker): Connections {
  if (!("getBackend" in queue)) return connectionsOf5(queue);
  const backend = queue.getBackend();
  return {
    client: backend.client,
    disconnect: () => backend.disconnect(),
    disconnectBlocking: () => backend.disconnectBlocking(false),
  };
}

/** A client of ioredis, with what it waits with. */
interface WaitingClient {
  readonly status?: string;
  readonly isCluster?: boolean;
  connect?(): Promise<unknown>;
  disconnect?(): void;
  readonly stream?: { unref?(): void };
  readonly reconnectTimeout?: { unref?(): void } | null;
  on?(event: string, heard: () => void): unknown;
}

/**
 * Lets a process end although its own client of Redis is connecting, or waits before it tries again.
 * BullMQ hands out the client only once it is ready, so it is taken from where it is kept; elsewhere
 * this does nothing.
 */
export function letGoOfClient(queue: Queue): void {
  const client = holderOf(queue).connection?._client;
  // Sockets and timers are created after the event.
  const letGo = () =>
    setImmediate(() => {
      client?.stream?.unref?.();
      client?.reconnectTimeout?.unref?.();
    });
  for (const event of ["connecting", "connect", "ready", "reconnecting"])
    client?.on?.(event, letGo);
  letGo();
}

/** Where a queue or worker keeps its connections. BullMQ does not declare their clients. */
interface Holder {
  readonly connection?: { readonly _client?: WaitingClient };
  readonly blockingConnection?: { readonly _client?: WaitingClient };
}

function holderOf(queue: Queue | Worker): Holder {
  return ("getBackend" in queue ? queue.getBackend() : queue) as object;
}

function connectionsOf5(queue: Version5): Connections {
  return {
    client: queue.client,
    disconnect: () => queue.disconnect(),
    disconnectBlocking: () => queue.blockingConnection?.disconnect(false),
  };
}

function ignore(): void {}
