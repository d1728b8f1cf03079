import { subscribe } from "node:diagnostics_channel";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";

/**
 * The connection of a request, as far as it tells whether the client has given the request up. A
 * process that did not run for seconds may do that while the answer is waiting for it, or before
 * the service has read the request.
 */
export class StrictConnection {
  #used = false;
  #closed = false;

  /** Whether the connection was closed without another request. */
  get isGivenUp(): boolean {
    return this.#closed && !this.#used;
  }

  /** Whoever asks again on a connection has read the answer before. */
  useAgain(): void {
    this.#used = true;
  }

  close(): void {
    this.#closed = true;
  }
}

/**
 * Turns of the event loop after which a close has been seen that the client made before a request
 * on another connection.
 */
const TURNS = 5;

/** Calls `excuse` if one of these turns out to have been given up before what has just arrived. */
export async function excuseIfGivenUp(
  connections: readonly (StrictConnection | undefined)[],
  excuse: () => void,
): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    await setImmediate();
    if (connections.some((connection) => connection?.isGivenUp)) return excuse();
  }
}

const ofRequests = new WeakMap<IncomingHttpHeaders, StrictConnection>();
const ofSockets = new WeakMap<Socket, StrictConnection>();

/** The connection of a request with these very headers. Undefined if it was to be closed anyway. */
export function connectionOf(headers: IncomingHttpHeaders): StrictConnection | undefined {
  return headers.connection === "close" ? undefined : ofRequests.get(headers);
}

subscribe("http.server.request.start", (message) => {
  const { request, socket } = message as { request: IncomingMessage; socket: Socket };
  const before = ofSockets.get(socket);
  before?.useAgain();
  if (before === undefined) {
    const close = (): void => ofSockets.get(socket)?.close();
    socket.once("end", close).once("close", close);
  }
  const connection = new StrictConnection();
  ofSockets.set(socket, connection);
  ofRequests.set(request.headers, connection);
});
