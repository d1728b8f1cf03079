import { AUTHORIZATION_HEADER, BEARER_PREFIX, SERVICE_API_KEY_HEADER } from "../contract/auth.ts";
import { closedError } from "../errors.ts";
import { Closing } from "../transport/closing.ts";
import { Deadline } from "../transport/deadline.ts";
import type { ResponseHeaders, Transport, TransportResult } from "../transport/transport.ts";
import type { Clock, RateLimit } from "../types.ts";
import { SDK_VERSION } from "../version.ts";
import type { Address } from "./address.ts";
import { ServiceClock } from "./answers/clock.ts";
import type { ErrorContext } from "./answers/error-answer.ts";
import { partsHider } from "./answers/hide-parts.ts";
import { hideSentTexts } from "./answers/hide-sent-texts.ts";
import { rateLimitOf } from "./answers/rate-limit.ts";
import type { KeySource } from "./api-key.ts";

const NOTHING: readonly string[] = Object.freeze([]);

/** The header that carries the key: the contract accepts either, never both. */
export type AuthHeader = typeof SERVICE_API_KEY_HEADER | typeof AUTHORIZATION_HEADER;

/** One request to an endpoint. */
export interface ApiRequest {
  /** The contract's path. */
  readonly endpoint: string;
  /** JSON text. Without it, the request is a GET. */
  readonly body?: string | undefined;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Whether somebody awaits the response, so that the process must stay alive. */
  readonly holdProcess: boolean;
}

/**
 * There was no key to send. `cause`: a `ConfigurationError`, a `TimeoutError` or the signal's
 * reason.
 */
export interface KeyFailure {
  readonly ok: false;
  readonly reason: "no_key";
  readonly cause: unknown;
}

/** The outcome of a request. */
export type ApiReply = TransportResult | KeyFailure;

/** Interprets a reply. `elapsedMs`: duration of the request that was answered. */
export type ReadReply<R> = (reply: ApiReply, elapsedMs: number) => R;

/** What {@link ApiClient} needs. */
export interface ApiClientParts {
  readonly transport: Transport;
  readonly address: Address;
  readonly keys: KeySource;
  readonly authHeader: AuthHeader;
  readonly clock: Clock;
}

/**
 * Sends authenticated requests to the service: the common part of all four endpoints. Never
 * rejects.
 */
export class ApiClient {
  readonly serviceClock: ServiceClock;
  /** Ends all waits, here and in callers, when the client closes. */
  readonly closing = new Closing();
  readonly #parts: ApiClientParts;
  readonly #scrub: (text: string) => string;
  #rateLimit: RateLimit | undefined;
  #signed: SignedHeaders | undefined;
  /** The previous key: late responses may still quote it. */
  #formerKey: string | undefined;

  constructor(parts: ApiClientParts) {
    this.#parts = parts;
    this.serviceClock = new ServiceClock(parts.clock);
    this.#scrub = (text) => hideKey(hideKey(text, this.#signed?.key), this.#formerKey);
  }

  /** The rate-limit headers received last. */
  get rateLimit(): RateLimit | undefined {
    return this.#rateLimit;
  }

  /** Context for errors. `sent`: the texts of the request, which errors must not quote. */
  errorContext(clientEventId?: string, sent: readonly string[] = NOTHING): ErrorContext {
    const scrub = (text: string): string => hideSentTexts(this.#scrub(text), sent);
    const hideParts = sent.length === 0 ? undefined : partsHider(sent);
    return { scrub, hideParts, now: this.#parts.clock.now(), clientEventId };
  }

  /** Sends one request and interprets its reply. */
  send<R>(request: ApiRequest, read: ReadReply<R | Promise<R>>): Promise<R> {
    const { clock } = this.#parts;
    const begun = clock.monotonic();
    return this.#transmit(request).then((reply) =>
      read(this.#learn(reply), clock.monotonic() - begun),
    );
  }

  /**
   * The same, but a key from a function is requested again after a 401, once: it may have rotated.
   */
  sendWithKeyRetry<R>(request: ApiRequest, read: ReadReply<R>): Promise<R> {
    if (!this.#parts.keys.rotates) return this.send(request, read);
    return this.send(request, (reply, elapsedMs) => {
      const timeoutMs = request.timeoutMs - elapsedMs;
      if (statusOf(reply) !== 401 || timeoutMs <= 0) return read(reply, elapsedMs);
      return this.send({ ...request, timeoutMs }, read);
    });
  }

  close(): Promise<void> {
    this.closing.close(closedError());
    return this.#parts.transport.close();
  }

  /** Synchronous for a constant key. */
  #transmit(request: ApiRequest): Promise<ApiReply> {
    const { keys } = this.#parts;
    return keys.rotates
      ? this.#sendLater(request)
      : this.#sendWith(keys.get(request) as string, request);
  }

  async #sendLater(request: ApiRequest): Promise<ApiReply> {
    const { clock, keys } = this.#parts;
    const deadline = new Deadline(clock, request.timeoutMs);
    let key: string;
    try {
      key = await this.closing.within(request.signal, async (signal) =>
        keys.get({ ...request, signal }),
      );
    } catch (cause) {
      if (request.signal?.aborted) return { ok: false, reason: "aborted", cause };
      return { ok: false, reason: "no_key", cause };
    }
    return this.#sendWith(key, { ...request, timeoutMs: Math.max(1, deadline.remainingMs()) });
  }

  #sendWith(key: string, request: ApiRequest): Promise<ApiReply> {
    const { address, transport } = this.#parts;
    const signed = this.#sign(key);
    return transport.send({
      method: request.body === undefined ? "GET" : "POST",
      path: address.pathOf(request.endpoint),
      headers: request.body === undefined ? signed.get : signed.post,
      body: request.body,
      timeoutMs: request.timeoutMs,
      maxBytes: request.maxBytes,
      signal: request.signal,
      holdProcess: request.holdProcess,
    });
  }

  #sign(key: string): SignedHeaders {
    if (this.#signed?.key === key) return this.#signed;
    this.#formerKey = this.#signed?.key;
    this.#signed = signedHeaders(key, this.#parts.authHeader);
    return this.#signed;
  }

  #learn(reply: ApiReply): ApiReply {
    const headers = headersOf(reply);
    if (headers === undefined) return reply;
    this.serviceClock.observe(headers);
    const rateLimit = rateLimitOf(headers);
    if (rateLimit !== undefined) this.#rateLimit = rateLimit;
    return reply;
  }
}

function hideKey(text: string, key: string | undefined): string {
  return key === undefined ? text : text.replaceAll(key, "[key]");
}

/** Whether nothing was sent because there was no key. */
export function isKeyless(reply: ApiReply): reply is KeyFailure {
  return !reply.ok && reply.reason === "no_key";
}

function headersOf(reply: ApiReply): ResponseHeaders | undefined {
  return isKeyless(reply) ? undefined : reply.headers;
}

function statusOf(reply: ApiReply): number | undefined {
  return isKeyless(reply) ? undefined : reply.status;
}

/** Built once for each key and shared by all its requests. */
interface SignedHeaders {
  readonly key: string;
  readonly get: Readonly<Record<string, string>>;
  readonly post: Readonly<Record<string, string>>;
}

function signedHeaders(key: string, authHeader: AuthHeader): SignedHeaders {
  const bearer = authHeader === AUTHORIZATION_HEADER;
  const get = {
    [bearer ? AUTHORIZATION_HEADER : SERVICE_API_KEY_HEADER]: bearer ? BEARER_PREFIX + key : key,
    accept: "application/json",
    "user-agent": `guarded-model-client/${SDK_VERSION}`,
  };
  return { key, get, post: { ...get, "content-type": "application/json" } };
}
