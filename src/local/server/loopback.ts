import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

const HOST = "127.0.0.1";

/** A server on the loopback address that can stop listening, and begin again on the same port. */
export class Loopback {
  readonly #server: Server;
  readonly #port: number;
  #last: Promise<void> = Promise.resolve();

  /** @throws the system's error if the port is not available. */
  static async listen(server: Server, port: number): Promise<Loopback> {
    await listen(server, port);
    return new Loopback(server);
  }

  private constructor(server: Server) {
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://${HOST}:${this.#port}`;
  }

  /** Closes all connections too. Idempotent. */
  disconnect(): Promise<void> {
    return this.#inTurn(() => closeConnections(this.#server));
  }

  /** Idempotent. */
  reconnect(): Promise<void> {
    return this.#inTurn(() => listen(this.#server, this.#port));
  }

  /** One after another: a server that is only about to listen cannot be closed. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(work, work);
    return this.#last;
  }
}

async function listen(server: Server, port: number): Promise<void> {
  if (server.listening) return;
  // `once` rejects if the server emits an error first.
  const listening = once(server, "listening");
  server.listen(port, HOST);
  await listening;
}

async function closeConnections(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}
