import { AUTHORIZATION_HEADER, BEARER_PREFIX, SERVICE_API_KEY_HEADER } from "../contract/auth.ts";
import { Deadline } from "../transport/deadline.ts";
import type { ResponseHeaders, Transport, TransportResult } from "../transport/transport.ts";
import type { Clock, RateLimit } from "../types.ts";
import { SDK_VERSION } from "../version.ts";
import type { Address } from "./address.ts";
import { ServiceClock } from "./answers/clock.ts";
import type { ErrorContext } from "./answers/error-answer.ts";
import { hideSaid } from "./answers/hide-said.ts";
import { rateLimitOf } from "./answers/rate-limit.ts";
import type { KeySource } from "./api-key.ts";

const NOTHING: readonly string[] = Object.freeze([]);

/** Which header carries the key; the contract takes either, and never both. */
export type AuthHeader = typeof SERVICE_API_KEY_HEADER | typeof AUTHORIZATION_HEADER;

/** One request to an endpoint. */
export interface Message {
  /** The contract's path. */
  readonly endpoint: string;
  /** JSON text; without it the request is a GET. */
  readonly body?: string | undefined;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Whether somebody awaits the answer, so that the process must live until it is there. */
  readonly holdProcess: boolean;
}

/** There was no key to send. `cause` is a `ConfigurationError`, a `TimeoutError` or the signal's reason. */
export interface KeyFailure {
  readonly ok: false;
  readonly reason: "no_key";
  readonly cause: unknown;
}

/** What came of a message. */
export type Reply = TransportResult | KeyFailure;

/** Makes something of a reply. `elapsedMs` is the duration of the request that was answered. */
export type ReadReply<R> = (reply: Reply, elapsedMs: number) => R;

/** What a conversation is made of. */
export interface ConversationParts {
  readonly transport: Transport;
  readonly address: Address;
  readonly keys: KeySource;
  readonly authHeader: AuthHeader;
  readonly clock: Clock;
}

/** Requests and answers, signed: what all four endpoints have in common. Never rejects. */
export class Conversation {
  readonly serviceClock: ServiceClock;
  readonly #parts: ConversationParts;
  readonly #scrub: (text: string) => string;
  #rateLimit: RateLimit | undefined;
  #signed: SignedHeaders | undefined;
  /** The key before the present one: its last answers may still be on their way. */
  #formerKey: string | undefined;

  constructor(parts: ConversationParts) {
    this.#parts = parts;
    this.serviceClock = new ServiceClock(parts.clock);
    this.#scrub = (text) => hideKey(hideKey(text, this.#signed?.key), this.#formerKey);
  }

  /** The rate-limit headers that came last. */
  get rateLimit(): RateLimit | undefined {
    return this.#rateLimit;
  }

  /** For errors about what comes next. `said` are the texts that were sent, not to be repeated. */
  errorContext(clientEventId?: string, said: readonly string[] = NOTHING): ErrorContext {
    const scrub = (text: string): string => hideSaid(this.#scrub(text), said);
    return { scrub, now: this.#parts.clock.now(), clientEventId };
  }

  /** Foreign text without the key. */
  withoutKey(text: string): string {
    return this.#scrub(text);
  }

  /** Sends one message and reads what comes of it. */
  send<R>(message: Message, read: ReadReply<R | Promise<R>>): Promise<R> {
    const { clock } = this.#parts;
    const begun = clock.monotonic();
    return this.#transmit(message).then((reply) =>
      read(this.#learn(reply), clock.monotonic() - begun),
    );
  }

  /** The same, except that a key which may have rotated is asked for again after a 401, once. */
  ask<R>(message: Message, read: ReadReply<R>): Promise<R> {
    if (!this.#parts.keys.rotates) return this.send(message, read);
    return this.send(message, (reply, elapsedMs) => {
      const timeoutMs = message.timeoutMs - elapsedMs;
      if (statusOf(reply) !== 401 || timeoutMs <= 0) return read(reply, elapsedMs);
      return this.send({ ...message, timeoutMs }, read);
    });
  }

  close(): Promise<void> {
    return this.#parts.transport.close();
  }

  /** A key that is a string is at hand, so nothing is awaited for it. */
  #transmit(message: Message): Promise<Reply> {
    const key = this.#parts.keys.get(message);
    return typeof key === "string" ? this.#sendWith(key, message) : this.#sendLater(key, message);
  }

  async #sendLater(asked: Promise<string>, message: Message): Promise<Reply> {
    const { clock } = this.#parts;
    const deadline = new Deadline(clock, message.timeoutMs);
    let key: string;
    try {
      key = await asked;
    } catch (cause) {
      if (message.signal?.aborted) return { ok: false, reason: "aborted", cause };
      return { ok: false, reason: "no_key", cause };
    }
    return this.#sendWith(key, { ...message, timeoutMs: Math.max(1, deadline.remainingMs()) });
  }

  #sendWith(key: string, message: Message): Promise<Reply> {
    const { address, transport } = this.#parts;
    const signed = this.#sign(key);
    return transport.send({
      method: message.body === undefined ? "GET" : "POST",
      path: address.pathOf(message.endpoint),
      headers: message.body === undefined ? signed.get : signed.post,
      body: message.body,
      timeoutMs: message.timeoutMs,
      maxBytes: message.maxBytes,
      signal: message.signal,
      holdProcess: message.holdProcess,
    });
  }

  #sign(key: string): SignedHeaders {
    if (this.#signed?.key === key) return this.#signed;
    this.#formerKey = this.#signed?.key;
    this.#signed = signedHeaders(key, this.#parts.authHeader);
    return this.#signed;
  }

  #learn(reply: Reply): Reply {
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

function headersOf(reply: Reply): ResponseHeaders | undefined {
  return reply.ok || reply.reason !== "no_key" ? reply.headers : undefined;
}

function statusOf(reply: Reply): number | undefined {
  return reply.ok || reply.reason !== "no_key" ? reply.status : undefined;
}

/** Built once per key: the same two objects serve every request. */
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
