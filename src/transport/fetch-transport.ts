import { types } from "node:util";
import { nextTurn } from "../base/next-turn.ts";
import { BodyBytes } from "./body-bytes.ts";
import { answerOf, flawedText } from "./body-text.ts";
import { isBrokenCoding } from "./content-coding.ts";
import { fromNodeStream, isNodeStream } from "./node-stream.ts";
import {
  abortedBefore,
  closedResult,
  PendingRequest,
  type ResponseHead,
} from "./pending-request.ts";
import type { ResponseHeaders, Transport, TransportRequest, TransportResult } from "./transport.ts";

/** What {@link createFetchTransport} needs. */
export interface FetchTransportOptions {
  /** Only its origin is used; paths are joined already. */
  readonly baseURL: URL;
  /** Called with a URL string and plain options. It manages its own connections. */
  readonly fetch: typeof fetch;
}

/** {@link Transport} over any `fetch`, for runtimes, proxies and tests that bring their own. */
export function createFetchTransport(options: FetchTransportOptions): Transport {
  return new FetchTransport(options);
}

class FetchTransport implements Transport {
  readonly #origin: string;
  readonly #fetch: typeof fetch;
  readonly #pending = new Set<FetchRequest>();
  #closed = false;

  constructor(options: FetchTransportOptions) {
    this.#origin = options.baseURL.origin;
    this.#fetch = options.fetch;
  }

  send(request: TransportRequest): Promise<TransportResult> {
    const over = this.#closed ? closedResult() : abortedBefore(request);
    if (over !== undefined) return Promise.resolve(over);
    return new Promise((resolve) => {
      const pending = new FetchRequest(request, (result) => {
        this.#pending.delete(pending);
        resolve(result);
      });
      this.#pending.add(pending);
      // Read into a variable first: some implementations reject any `this` but the global object.
      const send = this.#fetch;
      void pending.run((init) => send(this.#origin + request.path, init));
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const pending of this.#pending) pending.stop(closedResult());
  }
}

/**
 * How many chunks are read before timers may run: a stream that has them all at hand would keep the
 * deadline from passing. Regular responses have fewer.
 */
const CHUNKS_PER_TURN = 256;

/** One request over `fetch`. */
class FetchRequest extends PendingRequest {
  readonly #controller = new AbortController();
  readonly #body: BodyBytes;
  #head: ResponseHead | undefined;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;

  constructor(request: TransportRequest, resolve: (result: TransportResult) => void) {
    super(request, resolve);
    this.#body = new BodyBytes(request.maxBytes);
  }

  async run(send: (init: RequestInit) => Promise<Response>): Promise<void> {
    try {
      const response = await this.#ask(send);
      if (this.settled) void readerOf(response.body)?.cancel().catch(ignore);
      else await this.#read(response);
    } catch (cause) {
      this.stop(this.failure(isBrokenCoding(cause) ? "undecodable" : "connection", cause));
    }
  }

  protected cancel(): void {
    this.#controller.abort(new Error("The request was given up."));
    // A `fetch` that ignores the signal would keep its connection open for a body that nobody
    // reads.
    void this.#cancelBody();
  }

  protected head(): ResponseHead | undefined {
    return this.#head;
  }

  protected partialBody(): string {
    return flawedText(this.#body.bytes());
  }

  /** Some clients throw for a status (ky); what the service answered is no broken connection. */
  async #ask(send: (init: RequestInit) => Promise<Response>): Promise<Response> {
    try {
      return await send(this.#init());
    } catch (error) {
      const response = responseIn(error);
      if (response === undefined) throw error;
      return response;
    }
  }

  #init(): RequestInit {
    const { method, headers, body } = this.request;
    return {
      method,
      headers: { ...headers },
      ...(body === undefined ? {} : { body }),
      // A redirect would send body and key to wherever it points.
      redirect: "manual",
      // Some frameworks cache requests made through their global `fetch`.
      cache: "no-store",
      signal: this.#controller.signal,
    };
  }

  async #read(response: Response): Promise<void> {
    // Browsers report a redirect as status 0; one that was followed anyway is no valid response
    // either.
    const status = response.redirected ? 0 : response.status;
    const headers = headersOf(response.headers);
    this.#head = { status, headers };
    if (response.redirected) return this.stop({ ok: true, status, headers, body: "" });
    this.#reader = readerOf(response.body);
    if (await this.#collect()) this.settle(answerOf(status, headers, this.#body.bytes()));
    else this.overflow();
  }

  /** Reads the body. Resolves with false if it exceeds the limit; the rest is not read. */
  async #collect(): Promise<boolean> {
    const reader = this.#reader;
    if (reader === undefined) return true;
    for (let chunks = 1; ; chunks += 1) {
      const { done, value } = await reader.read();
      if (done) return true;
      assertBytes(value);
      if (!this.#body.push(value)) return false;
      if (chunks % CHUNKS_PER_TURN === 0) await new Promise(nextTurn);
    }
  }

  async #cancelBody(): Promise<void> {
    try {
      await this.#reader?.cancel();
    } catch {
      // Errors of the cancellation do not matter: the request has its result already.
    }
  }
}

/** The unsuccessful response in an error, if there is one. */
function responseIn(error: unknown): Response | undefined {
  try {
    const { response } = Object(error) as { response?: Response };
    return (response?.status ?? 0) >= 300 ? response : undefined;
  } catch {
    // An error that cannot be inspected has none.
    return undefined;
  }
}

/** Bodies may be Node.js streams (node-fetch). */
function readerOf(
  body: ReadableStream<Uint8Array> | null,
): ReadableStreamDefaultReader<Uint8Array> | undefined {
  const given: unknown = body;
  return isNodeStream(given) ? fromNodeStream(given).getReader() : body?.getReader();
}

/** A wrapped body (through a `TextDecoderStream`, say) may yield anything. @throws TypeError */
function assertBytes(chunk: unknown): void {
  if (!types.isUint8Array(chunk)) throw new TypeError("A chunk of the body is no Uint8Array.");
}

function headersOf(headers: Headers): ResponseHeaders {
  const named: Record<string, string> = Object.create(null);
  headers.forEach((value, name) => {
    named[name] = value;
  });
  return named;
}

function ignore(): void {}
