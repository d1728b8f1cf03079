import type { IngestRequest } from "../contract/ingest.ts";
import { generateApiKey } from "./api-key.ts";
import { type EventMatch, EventWaiters } from "./event-waiters.ts";
import type { LifecycleRow } from "./lifecycle-row.ts";
import { LifecycleStore } from "./lifecycle-store.ts";
import {
  checkApiKey,
  checkNames,
  type LocalDataPlaneOptions,
  resolveLocalOptions,
} from "./options.ts";
import type { Plane } from "./plane.ts";
import { RateLimiter } from "./policy/rate-limiter.ts";
import { type NextStep, readScript } from "./script/script.ts";
import type { Script } from "./script/script-step.ts";
import { answerRequest } from "./server/answer-request.ts";
import { Loopback } from "./server/loopback.ts";
import type { Endpoint } from "./server/received-request.ts";
import { type EndpointPath, endpointOf } from "./server/routes.ts";
import { createDataPlaneServer } from "./server/server.ts";

/** A running local data plane. */
export interface LocalDataPlane {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** The current API key: the option, or a random live key, so that finalize works. */
  readonly apiKey: string;
  /** The AI system's id: the option, or a random UUID. Requests with another id get a 401. */
  readonly systemId: string;
  /** Options for a client: `new GuardedModelClient({ ...plane.clientOptions })`. */
  readonly clientOptions: {
    readonly baseURL: string;
    readonly apiKey: string;
    readonly systemId: string;
  };
  /** All lifecycles with a guard or ingest request, oldest first. */
  lifecycles(): LifecycleRow[];
  /** All stored events with the contract's field names, in order of arrival. */
  events(): IngestRequest[];
  /**
   * Sets how an endpoint, given by name or path, answers its next requests. Replaces the endpoint's
   * script; `[]` ends it. Throws a `TypeError` for an unknown endpoint.
   */
  script(endpoint: Endpoint | EndpointPath, script: Script): void;
  /**
   * Resolves to the first matching event that is or will be stored. Rejects after `timeoutMs`
   * (default 5,000; `Infinity` waits on), on and after `close`, and with what `match` throws.
   */
  waitForEvent(
    match?: EventMatch,
    options?: { readonly timeoutMs?: number | undefined },
  ): Promise<IngestRequest>;
  /**
   * Activates the kill switch: ingest answers 403. The guard keeps working, since the contract does
   * not say otherwise.
   */
  suspend(): void;
  /** Deactivates the kill switch. */
  resume(): void;
  /** Revokes the current API key and returns the new one, random by default. */
  rotateApiKey(apiKey?: string): string;
  /** Stops listening and closes all connections; new connections are refused. Keeps all state. */
  disconnect(): Promise<void>;
  /** Listens again, on the same port. Idempotent. */
  reconnect(): Promise<void>;
  /** Clears lifecycles, events, scripts, rate-limit counts and a suspension. Key and port stay. */
  reset(): void;
  /** Closes all connections and stops. Idempotent. */
  close(): Promise<void>;
  /** `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a complete data plane inside this process, on the loopback address, with all data in
 * memory.
 *
 * @throws TypeError naming the option that is wrong or unknown, or the system's error if the port
 * is not available.
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
  const loopback = await Loopback.listen(server, port);
  return handleOf({ plane, loopback, scripts, waiters });
}

const WAIT_NAMES: ReadonlySet<string> = new Set(["timeoutMs"]);

interface Parts {
  readonly plane: Plane;
  readonly loopback: Loopback;
  readonly scripts: Map<Endpoint, NextStep>;
  readonly waiters: EventWaiters;
}

function handleOf({ plane, loopback, scripts, waiters }: Parts): LocalDataPlane {
  const { url } = loopback;
  const close = (): Promise<void> => {
    waiters.close();
    return loopback.disconnect();
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
    waitForEvent: async (match, options = {}) => {
      checkNames("options", options, WAIT_NAMES);
      const { timeoutMs = 5_000 } = options;
      return waiters.wait(match, timeoutMs);
    },
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
    disconnect: () => loopback.disconnect(),
    reconnect: () => {
      waiters.reopen();
      return loopback.reconnect();
    },
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
