import type { Socket } from "node:net";

/** undici's connector: calls back with a connected socket, and returns it while it connects. */
export type Connect<Options> = (
  options: Options,
  callback: (...outcome: [null, Socket] | [Error, null]) => void,
) => unknown;

/**
 * Sockets that never keep the process alive: whether somebody waits is known by the request,
 * not by its connection. undici holds a busy socket again by calling `ref`, so `ref` does nothing.
 */
export class UnheldSockets {
  readonly #connecting = new Set<Socket>();

  /** The same connector for sockets that hold nothing. */
  wrap<Options>(connect: Connect<Options>): Connect<Options> {
    return (options, callback) => {
      const socket = connect(options, (...outcome) => {
        this.#connecting.delete(socket);
        callback(...outcome);
      }) as Socket;
      this.#connecting.add(socket);
      return letGo(socket);
    };
  }

  /** undici forgets sockets that are still connecting; closing must not. */
  destroyConnecting(): void {
    for (const socket of this.#connecting) socket.destroy();
    this.#connecting.clear();
  }
}

function letGo(socket: Socket): Socket {
  const unref = (): unknown => socket.unref();
  unref();
  // Each address that is tried gets a handle of its own, which starts out holding.
  socket.on("connectionAttempt", unref);
  socket.once("connect", unref);
  socket.ref = () => socket;
  return socket;
}
