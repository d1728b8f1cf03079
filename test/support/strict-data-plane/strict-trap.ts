import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that nobody may call: the target of redirects. */
export interface StrictTrap {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a trap; `caught` is called for every request that reaches it. */
export async function startTrap(caught: (what: string) => void): Promise<StrictTrap> {
  const server = createServer((request, response) => {
    caught(`${request.method} ${request.url} reached the target of a redirect`);
    response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
