import type { Queue, Worker } from "bullmq";

/** Whether a `connection` is a client at work, and not the options of one. */
export function isClient(connection: object): boolean {
  const { status, isOpen, on } = connection as Readonly<Record<string, unknown>>;
  // ioredis says how it is by `status`, node-redis by `isOpen`.
  return typeof on === "function" && (typeof status === "string" || isOpen !== undefined);
}

/**
 * What the options of a connection mean where they do not say otherwise. A primary that has become
 * a replica keeps its connections, and its address leads to another server by now: an ioredis that
 * is told `READONLY` connects anew.
 */
export function withDefaults(connection: object): object {
  if (isClient(connection)) return connection;
  return { reconnectOnError: (error: Error) => wordOf(error) === "READONLY", ...connection };
}

/**
 * Redis begins its errors with a word in capitals (RESP, "Simple errors"); before version 7, those of
 * what a script calls have it behind the script's own.
 */
const WORD = /^(?:ERR Error running script .{0,200}?: -)?([A-Z]{2,16})(?= )/s;

/**
 * What a failure of Redis or of the connection to it is called, for people. Without the other words
 * of its message, which can quote a command, and with it an event.
 */
export function wordOf(error: unknown): string {
  const { code, name, message } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  return code ?? WORD.exec(message ?? "")?.[1] ?? name ?? "unknown";
}

/**
 * Ends what is left of the connections after a close. BullMQ says goodbye to Redis; where that one is
 * away, it leaves its connections to be tried again for ever, which holds the process. One that was
 * handed in is its owner's. Waits for nothing: of a connection that is away nobody hears the end.
 */
export function dropConnections(queue: Queue | Worker, connection: object): void {
  if (isClient(connection)) return;
  const backend = queue.getBackend();
  void backend.disconnectBlocking(false).catch(ignore);
  void backend.disconnect().catch(ignore);
}

function ignore(): void {}
