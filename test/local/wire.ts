import { randomUUID } from "node:crypto";
import { request } from "node:http";
import type { LocalDataPlane } from "../../src/local/index.ts";

/** What a client received in one exchange. */
export interface Seen {
  /** Undefined if no headers arrived. */
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  /** What arrived of the body. */
  readonly text: string;
  readonly bytes: Buffer;
  /** `complete`, the error's code, or `gave-up` if the client disconnected. */
  readonly end: string;
  readonly tookMs: number;
}

/** What is sent, and when the client disconnects: never, by default. */
export interface ExchangeOptions {
  readonly body?: Record<string, unknown>;
  /** Disconnects this much later, long enough to see what arrives even on a slow machine. */
  readonly patience?: {
    readonly ms: number;
    /** The start of that time: an event, or the first bytes of the answer. */
    readonly from: Promise<unknown> | "answer";
  };
}

/** One guard or ingest request over its own connection. */
export function exchange(
  plane: LocalDataPlane,
  path: string,
  options: ExchangeOptions = {},
): Promise<Seen> {
  const { body = { input: "Hello" }, patience } = options;
  const started = performance.now();
  return new Promise((resolve) => {
    let status: number | undefined;
    let headers: Readonly<Record<string, unknown>> = {};
    const chunks: Buffer[] = [];
    let timer: NodeJS.Timeout | undefined;
    const finish = (end: string): void => {
      clearTimeout(timer);
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
    const giveUpSoon = (): void => {
      timer ??= setTimeout(() => {
        finish("gave-up");
        sent.destroy();
      }, patience?.ms);
    };
    if (patience !== undefined && patience.from !== "answer") patience.from.then(giveUpSoon);
    sent.on("error", (error: NodeJS.ErrnoException) => finish(error.code ?? error.message));
    sent.on("response", (response) => {
      status = response.statusCode;
      headers = response.headers;
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        if (patience?.from === "answer") giveUpSoon();
      });
      response.on("end", () => finish("complete"));
      response.on("error", (error: NodeJS.ErrnoException) => finish(error.code ?? error.message));
    });
    sent.end(JSON.stringify(body));
  });
}

/** An event that ingest accepts. */
export function freshEvent(eventId: string = randomUUID()): Record<string, unknown> {
  const timestamp = new Date().toISOString();
  return { event_id: eventId, input: "a", output: "b", model: "m", timestamp };
}
