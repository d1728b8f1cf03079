import { v4 } from "uuid";
import { aDeadline, anObject, assertOptions } from "./base/option-rules.ts";
import { orUndo } from "./base/or-undo.ts";
import { DataPlane } from "./data-plane/data-plane.ts";
import { memoryDelivery } from "./delivery/memory-delivery.ts";
import { ConfigurationError } from "./errors.ts";
import { ActiveCalls } from "./lifecycle/active-calls.ts";
import {
  call,
  type ExecuteCall,
  type ExecuteStream,
  type ProviderCallOptions,
  stream,
} from "./lifecycle/calls.ts";
import {
  type CallContext,
  EMPTY_CONTEXT,
  fieldsOf,
  mergeContext,
} from "./lifecycle/context/context.ts";
import { IdRegistry } from "./lifecycle/context/id-registry.ts";
import { keepAliveBy } from "./lifecycle/context/keep-alive.ts";
import { runWithContext } from "./lifecycle/context/scope.ts";
import { guardGlobalFetch } from "./lifecycle/fetch/guard-fetch.ts";
import type { Gate, LifecycleServices } from "./lifecycle/gate.ts";
import { gateOf, provideGate } from "./lifecycle/gate.ts";
import type { RecordedEvent } from "./lifecycle/report/record-event.ts";
import type { GuardedResult } from "./lifecycle/run-call.ts";
import { DEFAULT_DEADLINE_MS, Shutdown } from "./lifecycle/shutdown.ts";
import type { GuardedStream } from "./lifecycle/stream/guarded-stream.ts";
import { secureRandom } from "./lifecycle/transcript/secure-random.ts";
import { consoleLogger } from "./observability/logger.ts";
import { Observers } from "./observability/observer.ts";
import { type GuardedModelClientOptions, resolveOptions } from "./options.ts";
import type { ExecuteResult } from "./providers/execute.ts";
import { systemClock } from "./transport/system-clock.ts";
import type { DeliveryCounters, DeliveryOutcome, RateLimit } from "./types.ts";

/** How long a stream may stay unread before it counts as abandoned, in milliseconds. */
const STREAM_IDLE_MS = 300_000;

/** What a client and its children share, and the context of one of them. */
interface Wiring extends Gate {
  readonly dataPlane: DataPlane;
  readonly shutdown: Shutdown;
}

/** A deadline for `flush` and `close`. */
export interface DeadlineOptions {
  /**
   * Milliseconds, 0 or more. Default 10,000, the time most platforms allow between SIGTERM and
   * SIGKILL.
   */
  readonly deadlineMs?: number | undefined;
}

/** Delivery counters, and the service's last reported rate limit. */
export interface ClientStats extends DeliveryCounters {
  /** The last rate limit reported by any endpoint; undefined before the first one. */
  readonly rateLimit: RateLimit | undefined;
}

/**
 * Guards model calls: asks the data plane before each call, calls the provider only after an
 * explicit allow, and delivers one telemetry event afterwards. Create one client per process, and
 * close it at shutdown.
 *
 * The constructor checks every option. It sends nothing and starts nothing. `durableDelivery` opens
 * its outbox right afterwards, and sends what an earlier process left.
 *
 * @throws ConfigurationError naming the option and its environment variable, never the value.
 */
export class GuardedModelClient {
  #fetch: typeof fetch | undefined = undefined;

  constructor(options?: GuardedModelClientOptions);
  /** @internal */
  constructor(options: undefined, inherited: Wiring);
  constructor(options?: GuardedModelClientOptions, inherited?: Wiring) {
    provideGate(this, inherited ?? wire(options));
  }

  /**
   * Makes one guarded call of any model, through your function `execute`. Resolves when the model
   * has answered (with a durable delivery, when the event is stored too). Telemetry is sent in the
   * background.
   *
   * @throws GuardDeniedError, GuardUnavailableError, UnguardedRequestError, ConfigurationError,
   * GuardedModelError (`client_closed`, `delivery_unavailable`), the model's own error unchanged,
   * or the reason of the signal.
   */
  call<Result extends ExecuteResult>(options: ExecuteCall<Result>): Promise<GuardedResult<Result>>;
  /**
   * Makes one guarded call of a provider, with the provider's own request. Its types are inferred
   * from the provider.
   */
  call<Request, Response, Chunk, RequestOptions>(
    options: ProviderCallOptions<Request, Response, Chunk, RequestOptions>,
  ): Promise<GuardedResult<Response>>;
  async call(options: never): Promise<never> {
    return (await call(own(this), options)) as never;
  }

  /**
   * Like `call`, for a stream. Resolves when the guard has allowed the call and the model has
   * started to answer. Later failures are reported by the stream and its `result`.
   *
   * @throws what `call` throws.
   */
  stream<Chunk>(options: ExecuteStream<Chunk>): Promise<GuardedStream<Chunk>>;
  /** Like `call` with a provider, for a stream. The request need not set `stream: true`. */
  stream<Request, Response, Chunk, RequestOptions>(
    options: ProviderCallOptions<Request, Response, Chunk, RequestOptions>,
  ): Promise<GuardedStream<Chunk>>;
  async stream(options: never): Promise<never> {
    return (await stream(own(this), options)) as never;
  }

  /**
   * A drop-in replacement of the global `fetch`. Use `guardFetch` to wrap your own `fetch` or to
   * set options.
   */
  get fetch(): typeof fetch {
    this.#fetch ??= guardGlobalFetch(own(this));
    return this.#fetch;
  }

  /**
   * Runs `work` with a context and returns its result. Every call started inside gets the context,
   * including calls in async code. A `clientEventId` is used for the first lifecycle only; later
   * ones get new ids, and this one as `metadata.parent_client_event_id`.
   *
   * @throws ConfigurationError naming the field that is wrong, or when `work` is no function, before
   * anything runs; and whatever `work` throws.
   */
  withContext<T>(context: CallContext, work: () => T): T {
    const { claim } = mergeContext(EMPTY_CONTEXT, context);
    if (typeof work !== "function") throw new ConfigurationError("work must be a function.");
    return runWithContext({ family: own(this).services, context, claim }, work);
  }

  /**
   * Returns a client with other defaults that shares transport, delivery and counters with this
   * one. Closing one closes both.
   *
   * @throws ConfigurationError naming the field that is wrong.
   */
  child(context: CallContext): GuardedModelClient {
    const wiring = own(this);
    return heir({ ...wiring, context: mergeContext(wiring.context, context) });
  }

  /**
   * Sends an event that belongs to no model call, under a new `event_id`. It is masked like any
   * other event and not finalized. Delivery failures are returned as the outcome, never thrown.
   *
   * @throws ConfigurationError naming the field that is wrong, or GuardedModelError
   * (`client_closed`). Nothing was sent then.
   */
  async record(event: RecordedEvent): Promise<DeliveryOutcome> {
    // A copy, because apps may reuse and change the same object. Before the reservation, because
    // copying may throw.
    const gate = own(this);
    const { claim, ...fields } = mergeContext(EMPTY_CONTEXT, fieldsOf(event));
    // What is no event goes on as it is: its copy would be one without fields, or with others.
    const given = anObject(event) ? event : { ...event, ...fields, clientEventId: claim?.id };
    const { services } = gate;
    const reservation = services.active.reserve();
    const recorded = orUndo(
      import("./lifecycle/report/record-event.ts").then(({ recordAnnounced }) =>
        recordAnnounced(gate, given, reservation),
      ),
      () => services.active.release(reservation),
    );
    // Not only once the event is handed over: the platform may freeze the process before.
    services.keepAlive(Promise.allSettled([recorded]));
    return recorded;
  }

  /**
   * Returns the agent configuration as received, cached for the time in the option `agentConfig`
   * (default: five minutes). If it cannot be refreshed, returns the last one, unless it is
   * `required`. The object is shared: do not modify it.
   *
   * @throws DataPlaneError, ConfigurationError if the `apiKey` function gives no usable key, or
   * GuardedModelError (`client_closed`).
   */
  async agentConfig(): Promise<unknown> {
    const { services, dataPlane } = own(this);
    services.active.assertOpen();
    return dataPlane.agentConfig();
  }

  /** Counters, cumulative since construction, and the last rate limit. */
  stats(): ClientStats {
    const { services, dataPlane } = own(this);
    return { ...services.delivery.counters(), rateLimit: dataPlane.rateLimit };
  }

  /**
   * Waits until all calls started before it have a delivery outcome, or until the deadline.
   * Delivery failures do not reject it; check the counters.
   *
   * @throws ConfigurationError if `deadlineMs` is not a valid number.
   */
  async flush(options: DeadlineOptions = {}): Promise<ClientStats> {
    await own(this).shutdown.flush(deadlineOf("flush", options));
    return this.stats();
  }

  /**
   * Refuses new calls, waits for calls and streams in progress, gives up the rest at the deadline,
   * delivers what it can, and stops. Streams are cancelled then; a request of a guarded client or of
   * `fetch` that has no answer yet goes on, although its event is sent. Idempotent. Parent and
   * children close together.
   *
   * @throws ConfigurationError if `deadlineMs` is not a valid number.
   */
  async close(options: DeadlineOptions = {}): Promise<ClientStats> {
    await own(this).shutdown.close(deadlineOf("close", options));
    return this.stats();
  }

  /** `close()` with its default deadline, for `await using`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/** Throws an error of ours, also if a method was taken off its client. */
const own = (client: GuardedModelClient): Wiring => gateOf(client) as Wiring;

/** Outside of the class: the build renames a class that mentions itself, and logs show its name. */
const heir = (wiring: Wiring): GuardedModelClient => new GuardedModelClient(undefined, wiring);

/**
 * A `GuardedModelClient` of any copy of this package: of its ESM or CJS build, or of another
 * version. TypeScript takes their classes for different ones, because they have private fields.
 */
export type AnyGuardedModelClient = Pick<GuardedModelClient, "fetch" | "withContext">;

function wire(given: GuardedModelClientOptions | undefined): Wiring {
  const options = resolveOptions(given, process.env);
  // First of all: a wrong context must start nothing.
  const context = mergeContext(EMPTY_CONTEXT, options.defaults, "defaults");
  const { systemId, masker, logger = consoleLogger, delivery = memoryDelivery() } = options;
  const observers = new Observers(options.observers, logger);
  const environment = { clock: systemClock, random: secureRandom };
  const dataPlane = new DataPlane(options, environment);
  const running = delivery.start({
    ...environment,
    sender: dataPlane.sender,
    logger,
    systemId,
    onOutcome: (record, outcome) =>
      observers.tell((o) => o.onDelivery?.(record.event.event_id, outcome)),
  });
  const active = new ActiveCalls({ idleAfterMs: STREAM_IDLE_MS, clock: systemClock });
  const services: LifecycleServices = {
    ...environment,
    ids: new IdRegistry(v4),
    askGuard: (ask, signal, deadlineMs) => dataPlane.askGuard(ask, signal, deadlineMs),
    agentConfig: dataPlane.configGate,
    rules: options,
    masker,
    events: {
      systemId,
      masksPersonalData: masker?.capabilities.pii === true,
      masksSecrets: masker?.capabilities.secrets === true,
    },
    serviceNow: () => dataPlane.serviceNow(),
    delivery: running,
    active,
    observers,
    interceptors: {},
    keepAlive: keepAliveBy(options.waitUntil),
  };
  const shutdown = new Shutdown({ active, delivery: running, dataPlane, clock: systemClock });
  return { services, context, dataPlane, shutdown };
}

function deadlineOf(method: string, options: DeadlineOptions): number {
  assertOptions(method, aDeadline, options);
  return options.deadlineMs ?? DEFAULT_DEADLINE_MS;
}
