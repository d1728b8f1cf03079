import type { Socket } from "node:net";

/**
 * undici's connector: returns a socket while it connects, and calls back with it when connected.
 */
export type Connect<Options> = (
  options: Options,
  callback: (...outcome: [null, Socket] | [Error, null]) => void,
) => unknown;

/**
 * Sockets that never keep the process alive: the request knows whether somebody awaits it, the
 * connection does not. undici calls `ref` on a busy socket, so `ref` is made a no-op.
 */
export class UnrefSockets {
  readonly #connecting = new Set<Socket>();
  readonly #open = new Set<Socket>();

  /** The same connector, with sockets that stay unref'd. */
  wrap<Options>(connect: Connect<Options>): Connect<Options> {
    return (options, callback) => {
      const socket = connect(options, (...outcome) => {
        this.#connecting.delete(socket);
        callback(...outcome);
      }) as Socket;
      this.#connecting.add(socket);
      this.#open.add(socket);
      socket.once("close", () => this.#open.delete(socket));
      return keepUnref(socket);
    };
  }

  /** Destroys the sockets that undici's own `destroy` does not reach: those still connecting. */
  destroyConnecting(): void {
    for (const socket of this.#connecting) socket.destroy();
    this.#connecting.clear();
  }

  /** Resolves when every socket has been closed, by whomever. */
  async closed(): Promise<void> {
    await Promise.all(Array.from(this.#open, hasClosed));
  }
}

function hasClosed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once("close", () => resolve()));
}

function keepUnref(socket: Socket): Socket {
  const unref = (): unknown => socket.unref();
  unref();
  // Every attempted address gets its own handle, which is ref'd at first.
  socket.on("connectionAttempt", unref);
  socket.once("connect", unref);
  socket.ref = () => socket;
  return socket;
}
