import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import {
  type AddressInfo,
  createServer as createNetServer,
  type Server as NetServer,
  type Socket,
} from "node:net";

/** A server on a free port that records the requests. */
export interface TestServer {
  readonly url: URL;
  readonly port: number;
  /** `METHOD /path` of every request, in order of arrival. */
  readonly requests: readonly string[];
  /** Number of sockets that were ever accepted. */
  readonly connections: () => number;
  /** Number of sockets that are open now. */
  readonly openSockets: () => number;
  /** Resolves when `count` requests have arrived in total. */
  arrived(count: number): Promise<void>;
  /** Resolves when every socket that ever carried a request is closed. */
  drained(): Promise<void>;
  close(): Promise<void>;
}

/** Answers with `node:http`. */
export function startHttp(answer: RequestListener, port = 0): Promise<TestServer> {
  const requests: string[] = [];
  const arrivals = new Waiters();
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    requests.push(`${request.method} ${request.url}`);
    arrivals.wake();
    response.on("error", () => {});
    answer(request, response);
  });
  return listen({ server, requests, arrivals, port });
}

/**
 * Answers with any bytes at any time. `talk` gets each socket once a complete request has arrived.
 */
export function startRaw(talk: (socket: Socket, request: string) => void): Promise<TestServer> {
  const requests: string[] = [];
  const arrivals = new Waiters();
  const server = createNetServer((socket) => {
    let received = "";
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      const head = received.indexOf("\r\n\r\n");
      if (head < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
      if (received.length < head + 4 + length) return;
      const request = received;
      received = "";
      requests.push(request.split(" ", 2).join(" "));
      arrivals.wake();
      talk(socket, request);
    });
  });
  return listen({ server, requests, arrivals, port: 0 });
}

interface Listener {
  readonly server: NetServer;
  readonly requests: readonly string[];
  readonly arrivals: Waiters;
  readonly port: number;
}

async function listen({ server, requests, arrivals, port: wanted }: Listener): Promise<TestServer> {
  const sockets = new Set<Socket>();
  const used = new Set<Socket>();
  const departures = new Waiters();
  let connections = 0;
  server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once("data", () => used.add(socket));
    socket.once("close", () => {
      sockets.delete(socket);
      used.delete(socket);
      departures.wake();
    });
  });
  await new Promise<void>((resolve) => server.listen(wanted, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    port,
    requests,
    connections: () => connections,
    openSockets: () => sockets.size,
    arrived: (count) => arrivals.until(() => requests.length >= count),
    drained: () => departures.until(() => used.size === 0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

class Waiters {
  #waiting: { readonly isTrue: () => boolean; readonly resolve: () => void }[] = [];

  until(isTrue: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      if (isTrue()) resolve();
      else this.#waiting.push({ isTrue, resolve });
    });
  }

  wake(): void {
    this.#waiting = this.#waiting.filter(({ isTrue, resolve }) => {
      if (!isTrue()) return true;
      resolve();
      return false;
    });
  }
}

/** A port without a listener. */
export async function closedPort(): Promise<number> {
  const server = await startHttp(() => {});
  await server.close();
  return server.port;
}
