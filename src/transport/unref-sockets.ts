import type { Socket } from "node:net";

/** undici's connector: calls back with a connected socket, and returns it while it connects. */
export type Connect<Options> = (
  options: Options,
  callback: (...outcome: [null, Socket] | [Error, null]) => void,
) => unknown;

/**
 * Sockets that never keep the process alive: the request knows whether somebody waits for it, the
 * connection does not. undici calls `ref` on a busy socket, so `ref` does nothing.
 */
export class UnrefSockets {
  readonly #connecting = new Set<Socket>();

  /** The same connector, whose sockets stay unref'd. */
  wrap<Options>(connect: Connect<Options>): Connect<Options> {
    return (options, callback) => {
      const socket = connect(options, (...outcome) => {
        this.#connecting.delete(socket);
        callback(...outcome);
      }) as Socket;
      this.#connecting.add(socket);
      return keepUnref(socket);
    };
  }

  /** For sockets that undici's own `destroy` does not reach: those that still connect. */
  destroyConnecting(): void {
    for (const socket of this.#connecting) socket.destroy();
    this.#connecting.clear();
  }
}

function keepUnref(socket: Socket): Socket {
  const unref = (): unknown => socket.unref();
  unref();
  // Each address that is tried gets a handle of its own, which starts out holding.
  socket.on("connectionAttempt", unref);
  socket.once("connect", unref);
  socket.ref = () => socket;
  return socket;
}
