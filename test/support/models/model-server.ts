import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

/** A request as a model provider sees it. */
export interface ModelRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as text. */
  readonly text: string;
  /** The body as an object; empty if it is no JSON. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** An open answer. */
export interface ModelScene {
  readonly request: ModelRequest;
  readonly response: ServerResponse;
  /** Number of requests before this one. */
  readonly turn: number;
  /** Settles when the client disconnects before the answer is complete. */
  readonly hungUp: Promise<void>;
}

/** How the provider answers a request. */
export type ModelAnswer = (scene: ModelScene) => void | Promise<void>;

/** A model provider on loopback whose every byte is determined by the test. */
export interface ModelServer {
  readonly url: string;
  /** Base URL of its OpenAI-style API. */
  readonly baseURL: string;
  readonly requests: readonly ModelRequest[];
  /** Number of answers that the client did not wait for. */
  readonly hangUps: number;
  answerWith(answer: ModelAnswer): void;
  /** Forgets the requests; the answer stays. */
  forget(): void;
  close(): Promise<void>;
}

/** What reached a provider, without the headers that differ between streams and bytes. */
export function sentTo({ requests }: ModelServer) {
  return requests.map(({ method, path, headers: given, text }) => {
    // A plain fetch sends a stream in chunks, a guarded one sends it complete.
    const { host: _, "transfer-encoding": __, "content-length": ___, ...headers } = given;
    return { method, path, headers, text };
  });
}

/** Starts a model provider on a free port. */
export async function startModelServer(answer: ModelAnswer): Promise<ModelServer> {
  const log = new ModelLog(answer);
  const server = createServer((request, response) => void log.take(request, response));
  // Longer than clients keep an idle connection. Otherwise the server could close one just before
  // the next request, which a busy machine sends late, and reset it.
  server.keepAliveTimeout = 120_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    baseURL: `${url}/v1`,
    requests: log.requests,
    get hangUps() {
      return log.hangUps;
    },
    answerWith: (next) => {
      log.answer = next;
    },
    forget: () => log.forget(),
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

class ModelLog {
  readonly requests: ModelRequest[] = [];
  hangUps = 0;
  answer: ModelAnswer;

  constructor(answer: ModelAnswer) {
    this.answer = answer;
  }

  forget(): void {
    this.requests.length = 0;
    this.hangUps = 0;
  }

  async take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const hungUp = new Promise<void>((resolve) => {
      response.once("close", () => {
        if (response.writableFinished) return;
        this.hangUps += 1;
        resolve();
      });
    });
    const request = await read(incoming).catch(() => undefined);
    if (request === undefined) return;
    const turn = this.requests.push(request) - 1;
    await this.answer({ request, response, turn, hungUp });
  }
}

async function read(incoming: IncomingMessage): Promise<ModelRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const { method = "", url: path = "", headers } = incoming;
  return { method, path, headers, text, body: objectOf(text) };
}

function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
