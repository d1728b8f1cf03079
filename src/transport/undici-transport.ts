/// <reference path="./undici-parts.d.ts" />
import { AsyncResource } from "node:async_hooks";
import type { buildConnector, Dispatcher } from "undici";
import { LinkedSet } from "../base/linked-set.ts";
import { nextTurn } from "../base/next-turn.ts";
import { Exchange, type ExchangeHost } from "./exchange.ts";
import { abortedBefore, closedResult } from "./pending-request.ts";
import type {
  Transport,
  TransportFailure,
  TransportRequest,
  TransportResult,
} from "./transport.ts";
import { type Connect, UnrefSockets } from "./unref-sockets.ts";

/**
 * What a custom dispatcher must implement: undici 7's `Dispatcher` and everything derived from it.
 */
export type RequestDispatcher = Pick<Dispatcher, "dispatch">;

/** What {@link createUndiciTransport} needs. */
export interface UndiciTransportOptions {
  /** Only its origin is used; paths are joined already. */
  readonly baseURL: URL;
  /**
   * A custom dispatcher, for proxies, mutual TLS or tests. We never close it, and it decides
   * whether its sockets keep the process alive.
   */
  readonly dispatcher?: RequestDispatcher | undefined;
  /**
   * Maximum number of connections. Default 128: far more than one process needs, but still a limit.
   */
  readonly maxConnections?: number | undefined;
}

const DEFAULT_MAX_CONNECTIONS = 128;

/**
 * For undici's interceptors, which a custom dispatcher may have; its types do not declare these
 * options. A followed redirect would send prompt and key to wherever it points, and an error in
 * place of a status would hide the service's answer.
 */
const FOR_INTERCEPTORS = { maxRedirections: 0, retryOptions: { throwOnError: false } };

/** {@link Transport} over undici's `dispatch`, the cheapest way to make a request from Node.js. */
export function createUndiciTransport(options: UndiciTransportOptions): Transport {
  return new UndiciTransport(options);
}

class UndiciTransport implements Transport, ExchangeHost {
  readonly #origin: string;
  readonly #maxConnections: number;
  readonly #sockets = new UnrefSockets();
  readonly #waiting = new LinkedSet<Exchange>();
  /**
   * Requests in progress. Only with a custom dispatcher: our own pool settles its requests when it
   * is destroyed.
   */
  readonly #dispatched: LinkedSet<Exchange> | undefined;
  #dispatcher: RequestDispatcher | undefined;
  #pool: Dispatcher | undefined;
  #loading: Promise<void> | undefined;
  /** Set once undici could not be loaded, for a reason that will not pass. */
  #unloadable: TransportFailure | undefined;
  #closing: Promise<void> | undefined;
  #busy = 0;

  constructor(options: UndiciTransportOptions) {
    this.#origin = options.baseURL.origin;
    this.#dispatcher = options.dispatcher;
    this.#dispatched = options.dispatcher === undefined ? undefined : new LinkedSet();
    this.#maxConnections =
      options.dispatcher === undefined
        ? (options.maxConnections ?? DEFAULT_MAX_CONNECTIONS)
        : Number.POSITIVE_INFINITY;
  }

  send(request: TransportRequest): Promise<TransportResult> {
    const over = this.closed ? closedResult() : abortedBefore(request);
    if (over !== undefined) return Promise.resolve(over);
    return new Promise((resolve) => this.#begin(new Exchange(request, resolve, this)));
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  get closed(): boolean {
    return this.#closing !== undefined;
  }

  get refusesByThrowing(): boolean {
    return this.#dispatched === undefined;
  }

  onSettled(exchange: Exchange): void {
    this.#waiting.delete(exchange);
    this.#dispatched?.delete(exchange);
  }

  onReleased(): void {
    if (this.#pool === undefined || this.#busy < this.#maxConnections) this.#release();
    else afterReuse(() => this.#release());
  }

  #release(): void {
    this.#busy -= 1;
    this.#startWaiting();
  }

  #begin(exchange: Exchange): void {
    if (this.#dispatcher !== undefined && this.#busy < this.#maxConnections) {
      this.#dispatch(exchange, this.#dispatcher);
      return;
    }
    if (this.#unloadable !== undefined) {
      exchange.settle(this.#unloadable);
      return;
    }
    exchange.context = new AsyncResource("guard");
    this.#waiting.add(exchange);
    if (this.#dispatcher === undefined) this.#loading ??= this.#load();
  }

  #dispatch(exchange: Exchange, dispatcher: RequestDispatcher): void {
    const { request } = exchange;
    const { headers } = request;
    this.#busy += 1;
    this.#dispatched?.add(exchange);
    try {
      const taken: unknown = dispatcher.dispatch(
        {
          origin: this.#origin,
          path: request.path,
          method: request.method,
          // An interceptor of the app may change them, and later requests have the same.
          headers: (this.#pool === undefined ? { ...headers } : headers) as Record<string, string>,
          body: request.body ?? null,
          // The request's own deadline covers both.
          headersTimeout: 0,
          bodyTimeout: 0,
          ...FOR_INTERCEPTORS,
        },
        exchange,
      );
      // An interceptor that is written async may reject.
      if (taken instanceof Promise) taken.catch((cause) => exchange.refuse(cause));
    } catch (cause) {
      exchange.refuse(cause);
    }
  }

  #startWaiting(): void {
    const dispatcher = this.#dispatcher;
    if (dispatcher === undefined) return;
    for (const exchange of this.#waiting) {
      if (this.#busy >= this.#maxConnections) return;
      this.#waiting.delete(exchange);
      // Otherwise tracing would take it for a request of whoever made room for it.
      exchange.context?.runInAsyncScope(() => this.#dispatch(exchange, dispatcher));
    }
  }

  /** With the first request, not earlier: undici's parts take tens of milliseconds to load. */
  async #load(): Promise<void> {
    try {
      // One after the other: the first requires the second, which Node.js 20 and 22 cannot do under
      // a loader that reads files itself (Yarn's Plug'n'Play) while the second is being imported.
      const pool = await import("undici/lib/dispatcher/pool.js");
      const connect = await import("undici/lib/core/connect.js");
      if (this.closed) return;
      const connector = this.#sockets.wrap(
        exportOf(connect)({}) as Connect<buildConnector.Options>,
      );
      this.#pool = new (exportOf(pool))(this.#origin, {
        connections: this.#maxConnections,
        connect: connector as buildConnector.connector,
      });
      this.#dispatcher = this.#pool;
      this.#startWaiting();
    } catch (cause) {
      this.#loading = undefined;
      const failure = loadFailure(cause);
      // Not tried again: in a bundle, a module that has failed once is half loaded, and the next
      // error would be about that.
      if (failure.reason === "unloaded") this.#unloadable = failure;
      for (const exchange of this.#waiting) exchange.settle(failure);
    }
  }

  async #close(): Promise<void> {
    for (const exchange of this.#waiting) exchange.stop(closedResult());
    for (const exchange of this.#dispatched ?? []) exchange.stop(closedResult());
    await this.#loading;
    this.#sockets.destroyConnecting();
    // undici tells of its end by `queueMicrotask`, which an app's tests may have replaced.
    await Promise.race([this.#pool?.destroy(), this.#sockets.closed()]);
  }
}

/**
 * Runs `next` when the connection of a request that is ending can be used again. Until then undici's
 * pool would queue the next request, and begin it within the async context of the one that ended.
 * undici waits for `setImmediate`, which it calls after telling us: hence the tick before ours.
 */
function afterReuse(next: () => void): void {
  process.nextTick(nextTurn, next);
}

/** Some bundlers (Parcel) import what CommonJS exports itself, without a `default`. */
function exportOf<Export>(module: { readonly default: Export }): Export {
  return (module.default ?? module) as Export;
}

/** Only the system can have a reason that passes, such as too many open files. */
function loadFailure(cause: unknown): TransportFailure {
  const { syscall } = (cause ?? {}) as { readonly syscall?: unknown };
  return { ok: false, reason: syscall === undefined ? "unloaded" : "connection", cause };
}
