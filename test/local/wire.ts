import { randomUUID } from "node:crypto";
import { request } from "node:http";
import type { LocalDataPlane } from "../../src/local/index.ts";

/** What a client saw of one exchange. */
export interface Seen {
  /** Undefined when no headers arrived. */
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  /** What arrived of the body. */
  readonly text: string;
  readonly bytes: Buffer;
  /** `complete`, the error's code, or `gave-up` when the client hung up after its patience. */
  readonly end: string;
  readonly tookMs: number;
}

/** One guard or ingest request over a connection of its own, given up after `patienceMs`. */
export function exchange(
  plane: LocalDataPlane,
  path: string,
  options: { readonly body?: Record<string, unknown>; readonly patienceMs?: number } = {},
): Promise<Seen> {
  const { body = { input: "Hello" }, patienceMs = 5_000 } = options;
  const started = performance.now();
  return new Promise((resolve) => {
    let status: number | undefined;
    let headers: Readonly<Record<string, unknown>> = {};
    const chunks: Buffer[] = [];
    const finish = (end: string): void => {
      clearTimeout(patience);
      const bytes = Buffer.concat(chunks);
      resolve({
        status,
        headers,
        text: bytes.toString(),
        bytes,
        end,
        tookMs: performance.now() - started,
      });
    };
    const sent = request(plane.url + path, {
      method: "POST",
      agent: false,
      headers: { "content-type": "application/json", "x-service-api-key": plane.apiKey },
    });
    const patience = setTimeout(() => {
      finish("gave-up");
      sent.destroy();
    }, patienceMs);
    sent.on("error", (error: NodeJS.ErrnoException) => finish(error.code ?? error.message));
    sent.on("response", (response) => {
      status = response.statusCode;
      headers = response.headers;
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => finish("complete"));
      response.on("error", (error: NodeJS.ErrnoException) => finish(error.code ?? error.message));
    });
    sent.end(JSON.stringify(body));
  });
}

/** An event that ingest takes. */
export function freshEvent(eventId: string = randomUUID()): Record<string, unknown> {
  const timestamp = new Date().toISOString();
  return { event_id: eventId, input: "a", output: "b", model: "m", timestamp };
}
