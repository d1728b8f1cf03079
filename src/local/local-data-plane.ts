import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { IngestRequest } from "../contract/ingest.ts";
import { generateApiKey } from "./api-key.ts";
import { type EventMatch, EventWaiters } from "./event-waiters.ts";
import type { LifecycleRow } from "./lifecycle-row.ts";
import { LifecycleStore } from "./lifecycle-store.ts";
import { checkApiKey, type LocalDataPlaneOptions, resolveLocalOptions } from "./options.ts";
import type { Plane } from "./plane.ts";
import { RateLimiter } from "./policy/rate-limiter.ts";
import { type NextStep, readScript } from "./script/script.ts";
import type { Script } from "./script/script-step.ts";
import { answerRequest } from "./server/answer-request.ts";
import type { Endpoint } from "./server/received-request.ts";
import { type EndpointPath, endpointOf } from "./server/routes.ts";
import { createDataPlaneServer } from "./server/server.ts";

/** A data plane at work on this machine. */
export interface LocalDataPlane {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** The key in use: the option, or a random live one, so that finalize works. */
  readonly apiKey: string;
  /** The option, or a random UUID. Requests that name another one are answered 401. */
  readonly systemId: string;
  /** Spreads into the options of a client. */
  readonly clientOptions: {
    readonly baseURL: string;
    readonly apiKey: string;
    readonly systemId: string;
  };
  /** Every lifecycle that was guarded or ingested, oldest first. */
  lifecycles(): LifecycleRow[];
  /** Every stored event in the contract's own names, in the order of arrival. */
  events(): IngestRequest[];
  /**
   * What an endpoint, by its name or path, does with its next requests. Replaces the endpoint's
   * script; `[]` ends it. Throws a `TypeError` when there is no such endpoint.
   */
  script(endpoint: Endpoint | EndpointPath, script: Script): void;
  /**
   * The first stored event that matches, stored already or in the future. Rejects after
   * `timeoutMs` (default 5 000) and on `close`.
   */
  waitForEvent(
    match?: EventMatch,
    options?: { readonly timeoutMs?: number | undefined },
  ): Promise<IngestRequest>;
  /** Throws the kill switch: ingest answers 403. The guard goes on, the contract says nothing of it. */
  suspend(): void;
  /** Ends what `suspend` began. */
  resume(): void;
  /** Revokes the key in use and returns its successor, random by default. */
  rotateApiKey(apiKey?: string): string;
  /** Stops listening and breaks every connection: from now on connections are refused. Keeps all state. */
  disconnect(): Promise<void>;
  /** Listens again, on the same port. */
  reconnect(): Promise<void>;
  /** Forgets lifecycles, events, scripts, counted requests and a suspension. Key and port stay. */
  reset(): void;
  /** Breaks every connection and stops. Idempotent. */
  close(): Promise<void>;
  /** `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts the whole data plane inside this process, on the loopback address, with everything in
 * memory.
 *
 * @throws TypeError naming the option that is wrong or unknown; rejects with the system's error
 * when the port cannot be had.
 */
export async function startLocalDataPlane(
  options: LocalDataPlaneOptions = {},
): Promise<LocalDataPlane> {
  const { port, now, bounds, limits, onRequest, onAnswer, ...identity } =
    resolveLocalOptions(options);
  const store = new LifecycleStore(bounds);
  const waiters = new EventWaiters(() => store.events());
  const plane: Plane = {
    ...identity,
    suspended: false,
    store,
    limiter: new RateLimiter(limits),
    now,
    onStored: (event) => waiters.offer(event),
  };
  const scripts = new Map<Endpoint, NextStep>();
  const server = createDataPlaneServer({
    answer: (request) => answerRequest(request, plane),
    nextStep: ({ endpoint }) => (endpoint === undefined ? undefined : scripts.get(endpoint)?.()),
    now,
    onRequest,
    onAnswer,
  });
  await listen(server, port);
  return handleOf({ plane, server, scripts, waiters });
}

interface Parts {
  readonly plane: Plane;
  readonly server: Server;
  readonly scripts: Map<Endpoint, NextStep>;
  readonly waiters: EventWaiters;
}

function handleOf({ plane, server, scripts, waiters }: Parts): LocalDataPlane {
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const close = async (): Promise<void> => {
    waiters.close();
    await hangUp(server);
  };
  return {
    url,
    get apiKey() {
      return plane.apiKey;
    },
    systemId: plane.systemId,
    get clientOptions() {
      return { baseURL: url, apiKey: plane.apiKey, systemId: plane.systemId };
    },
    lifecycles: () => plane.store.rows(),
    events: () => plane.store.events(),
    script: (endpoint, script) => void scripts.set(endpointOf(endpoint), readScript(script)),
    waitForEvent: (match, { timeoutMs = 5_000 } = {}) => waiters.wait(match, timeoutMs),
    suspend: () => {
      plane.suspended = true;
    },
    resume: () => {
      plane.suspended = false;
    },
    rotateApiKey: (apiKey) => {
      plane.apiKey = checkApiKey(apiKey ?? generateApiKey());
      return plane.apiKey;
    },
    disconnect: () => hangUp(server),
    reconnect: () => listen(server, port),
    reset: () => {
      scripts.clear();
      plane.store.clear();
      plane.limiter.reset();
      plane.suspended = false;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function listen(server: Server, port: number): Promise<void> {
  // `once` rejects when the server emits an error first.
  const listening = once(server, "listening");
  server.listen(port, "127.0.0.1");
  await listening;
}

async function hangUp(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}
