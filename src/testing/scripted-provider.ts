import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { WireAnswer } from "./fidelity-parts.ts";

/** A request as the provider saw it, without what differs between connections. */
export interface ProviderRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Deviations from a smooth response. */
export interface ProviderScript {
  /** Awaited before piece `index` is sent. */
  readonly hold?: ((index: number) => Promise<void> | undefined) | undefined;
  /** The number of pieces after which the connection breaks. */
  readonly breakAfter?: number | undefined;
}

const JSON_TYPE = { "content-type": "application/json" };

/** Headers that are not determined by the app's call. */
const VOLATILE = new Set(["host", "connection", "content-length", "traceparent", "tracestate"]);

/** A model provider on a free local port that gives scripted responses. */
export class ScriptedProvider {
  readonly requests: ProviderRequest[] = [];
  /** Number of responses during which the client disconnected. */
  hangUps = 0;
  readonly #server = createServer((request, response) => void this.#take(request, response));
  #answers: readonly WireAnswer[] = [];
  #script: ProviderScript = {};

  static async open(): Promise<ScriptedProvider> {
    const provider = new ScriptedProvider();
    provider.#server.listen(0, "127.0.0.1");
    await once(provider.#server, "listening");
    return provider;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Starts over with these responses, one per request; the last one is repeated. */
  script(answers: readonly WireAnswer[], script: ProviderScript = {}): void {
    this.requests.length = 0;
    this.hangUps = 0;
    this.#answers = answers;
    this.#script = script;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    response.once("close", () => {
      if (!response.writableFinished) this.hangUps += 1;
    });
    response.sendDate = false;
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const turn = this.requests.push(requestOf(incoming, Buffer.concat(chunks).toString())) - 1;
    const answer = this.#answers[Math.min(turn, this.#answers.length - 1)];
    if (answer !== undefined) await this.#answer(answer, response);
  }

  async #answer(answer: WireAnswer, response: ServerResponse): Promise<void> {
    const pieces = typeof answer.body === "string" ? [answer.body] : answer.body;
    response.writeHead(answer.status ?? 200, { ...JSON_TYPE, ...answer.headers });
    for (const [index, piece] of pieces.entries()) {
      if (index === this.#script.breakAfter) return void response.destroy();
      await this.#script.hold?.(index);
      response.write(piece);
    }
    response.end();
  }
}

function requestOf(incoming: IncomingMessage, body: string): ProviderRequest {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (!VOLATILE.has(name)) headers[name] = String(value);
  }
  return { method: incoming.method ?? "", path: incoming.url ?? "", headers, body };
}
