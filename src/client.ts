import { v4 } from "uuid";
import { aDeadline, assertOptions } from "./base/option-rules.ts";
import { DataPlane } from "./data-plane/data-plane.ts";
import type { DeliveryEnvironment } from "./delivery/delivery.ts";
import { memoryDelivery } from "./delivery/memory-delivery.ts";
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
  type MergedContext,
  mergeContext,
} from "./lifecycle/context/context.ts";
import { IdRegistry } from "./lifecycle/context/id-registry.ts";
import { runWithContext } from "./lifecycle/context/scope.ts";
import { makeGuardedFetch } from "./lifecycle/fetch/guard-fetch.ts";
import type { Gate, LifecycleServices } from "./lifecycle/gate.ts";
import { provideGate } from "./lifecycle/gate.ts";
import type { RecordedEvent } from "./lifecycle/report/record-event.ts";
import type { GuardedResult } from "./lifecycle/run-call.ts";
import { DEFAULT_DEADLINE_MS, Shutdown } from "./lifecycle/shutdown.ts";
import type { GuardedStream } from "./lifecycle/stream/guarded-stream.ts";
import { secureRandom } from "./lifecycle/transcript/secure-random.ts";
import { consoleLogger } from "./observability/logger.ts";
import { Observers } from "./observability/observer.ts";
import { type GuardedModelClientOptions, type ResolvedOptions, resolveOptions } from "./options.ts";
import type { ExecuteResult } from "./providers/execute.ts";
import { systemClock } from "./transport/system-clock.ts";
import type { DeliveryCounters, DeliveryOutcome, RateLimit } from "./types.ts";

/** How long a stream may be left alone before it counts as abandoned, in milliseconds. */
const STREAM_IDLE_MS = 300_000;

/** Everything a client and its children share. */
class Wiring {
  readonly services: LifecycleServices;
  readonly dataPlane: DataPlane;
  readonly shutdown: Shutdown;

  constructor(options: ResolvedOptions) {
    const logger = options.logger ?? consoleLogger;
    const observers = new Observers(options.observers, logger);
    const clock = systemClock;
    const random = secureRandom;
    this.dataPlane = new DataPlane(options, { clock, random });
    const environment: DeliveryEnvironment = {
      sender: this.dataPlane.sender,
      clock,
      random,
      logger,
      systemId: options.systemId,
      onOutcome: (record, outcome) =>
        observers.tell((o) => o.onDelivery?.(record.event.event_id, outcome)),
    };
    const delivery = (options.delivery ?? memoryDelivery()).start(environment);
    const active = new ActiveCalls({
      idleAfterMs: STREAM_IDLE_MS,
      monotonic: clock.monotonic,
    });
    this.services = {
      clock,
      random,
      ids: new IdRegistry(v4),
      askGuard: (ask, signal, deadlineMs) => this.dataPlane.askGuard(ask, signal, deadlineMs),
      agentConfig: this.dataPlane.configGate,
      rules: options,
      masker: options.masker,
      events: {
        systemId: options.systemId,
        masksPersonalData: options.masker?.capabilities.pii === true,
        masksSecrets: options.masker?.capabilities.secrets === true,
      },
      serviceNow: () => this.dataPlane.serviceNow(),
      delivery,
      active,
      observers,
      doorways: {},
      waitUntil: options.waitUntil,
    };
    this.shutdown = new Shutdown({
      active,
      delivery,
      closeTransport: () => this.dataPlane.close(),
      monotonic: clock.monotonic,
    });
  }
}

/** A deadline for `flush` and `close`. */
export interface DeadlineOptions {
  /**
   * Milliseconds, zero or more. Default 10,000: what most platforms grant between SIGTERM and
   * SIGKILL.
   */
  readonly deadlineMs?: number | undefined;
}

/** Counters, and what the service last said about its rate limit. */
export interface ClientStats extends DeliveryCounters {
  /** What the last answer with such headers said, whichever endpoint gave it; undefined before. */
  readonly rateLimit: RateLimit | undefined;
}

/** A client's own part of what it shares with its children. */
interface Inheritance {
  readonly wiring: Wiring;
  readonly context: MergedContext;
}

/**
 * Guards model calls: asks the data plane before each, calls the provider only with proof of an
 * allow, and delivers one telemetry event after. Construct one per process and close it last.
 *
 * Construction checks every option, sends nothing and starts nothing.
 *
 * @throws ConfigurationError naming the option and its environment variable, never the value.
 */
export class GuardedModelClient {
  readonly #wiring: Wiring;
  readonly #gate: Gate;
  #fetch: typeof fetch | undefined = undefined;

  constructor(options?: GuardedModelClientOptions);
  /** @internal */
  constructor(options: undefined, inheritance: Inheritance);
  constructor(options?: GuardedModelClientOptions, inheritance?: Inheritance) {
    const { wiring, context } = inheritance ?? wire(options);
    this.#wiring = wiring;
    this.#gate = { services: wiring.services, context };
    provideGate(this, this.#gate);
  }

  /**
   * One guarded call of any model, by a function (`execute`). Resolves when the model has answered
   * (and, where delivery is durable, the event is stored); telemetry runs behind.
   *
   * @throws GuardDeniedError, GuardUnavailableError, UnguardedRequestError, ConfigurationError,
   * GuardedModelError (`client_closed`, `delivery_unavailable`), the model's own error unchanged, or
   * the reason of the signal.
   */
  call<Result extends ExecuteResult>(options: ExecuteCall<Result>): Promise<GuardedResult<Result>>;
  /** One guarded call of a provider, with its own request. Types follow from the provider. */
  call<Request, Response, Chunk, RequestOptions>(
    options: ProviderCallOptions<Request, Response, Chunk, RequestOptions>,
  ): Promise<GuardedResult<Response>>;
  async call(options: never): Promise<never> {
    return (await call(this.#gate, options)) as never;
  }

  /**
   * The same for a stream, by a function. Resolves once the guard has allowed and the model has
   * answered; what fails later, the stream and its `result` say.
   *
   * @throws what `call` throws.
   */
  stream<Chunk>(options: ExecuteStream<Chunk>): Promise<GuardedStream<Chunk>>;
  /** The same for a provider, with its own request, which need not say that it streams. */
  stream<Request, Response, Chunk, RequestOptions>(
    options: ProviderCallOptions<Request, Response, Chunk, RequestOptions>,
  ): Promise<GuardedStream<Chunk>>;
  async stream(options: never): Promise<never> {
    return (await stream(this.#gate, options)) as never;
  }

  /** A drop-in for the global `fetch`; `guardFetch` makes one of a `fetch` of your own, or with options. */
  get fetch(): typeof fetch {
    this.#fetch ??= makeGuardedFetch(this.#gate, (input, init) => fetch(input, init), {});
    return this.#fetch;
  }

  /**
   * Runs `work` and returns what it returns; every call begun inside, async included, takes the
   * context. A `clientEventId` goes to the first lifecycle only; later ones get fresh ids, and name
   * it in `metadata.parent_client_event_id`.
   *
   * @throws ConfigurationError naming the field that is wrong, before `work` runs, and what `work`
   * throws.
   */
  withContext<T>(context: CallContext, work: () => T): T {
    const { claim } = mergeContext(EMPTY_CONTEXT, context);
    return runWithContext({ family: this.#wiring.services, context, claim }, work);
  }

  /**
   * A client with other defaults that shares transport, delivery and counters with this one.
   * Closing either closes both.
   *
   * @throws ConfigurationError naming the field that is wrong.
   */
  child(context: CallContext): GuardedModelClient {
    const merged = mergeContext(this.#gate.context, context);
    return new GuardedModelClient(undefined, { wiring: this.#wiring, context: merged });
  }

  /**
   * An event beside model calls, under a new `event_id`: masked like any other, and without
   * finalize. The outcome is never an exception.
   *
   * @throws ConfigurationError naming the field that is wrong, or GuardedModelError
   * (`client_closed`). Nothing was sent then.
   */
  async record(event: RecordedEvent): Promise<DeliveryOutcome> {
    const arrival = this.#gate.services.active.arrive();
    const { recordAnnounced } = await import("./lifecycle/report/record-event.ts");
    return recordAnnounced(this.#gate, event, arrival);
  }

  /**
   * The agent configuration as the service gives it, cached as the option `agentConfig` says (five
   * minutes without it). When it cannot be had later, the last one that could, unless it is
   * `required`. The same object for everybody: do not change it.
   *
   * @throws DataPlaneError, what kept the `apiKey` function from giving a key, or GuardedModelError
   * (`client_closed`).
   */
  async agentConfig(): Promise<unknown> {
    this.#gate.services.active.assertOpen();
    return this.#wiring.dataPlane.agentConfig();
  }

  /** Counters, cumulative since construction, and the last rate limit. */
  stats(): ClientStats {
    const { services, dataPlane } = this.#wiring;
    return { ...services.delivery.counters(), rateLimit: dataPlane.rateLimit };
  }

  /**
   * Waits until the lifecycles begun before it have their final outcome, or for the deadline. Never
   * rejects for what became of them: the counters say it.
   *
   * @throws ConfigurationError when the deadline is none.
   */
  async flush(options: DeadlineOptions = {}): Promise<ClientStats> {
    await this.#wiring.shutdown.flush(deadlineOf("flush", options));
    return this.stats();
  }

  /**
   * Refuses new calls, waits for those under way, ends what goes on at the deadline, streams and
   * calls, as cancelled, delivers what it can, and stops. Idempotent. Parent and children close together.
   *
   * @throws ConfigurationError when the deadline is none.
   */
  async close(options: DeadlineOptions = {}): Promise<ClientStats> {
    await this.#wiring.shutdown.close(deadlineOf("close", options));
    return this.stats();
  }

  /** `close()` with its default deadline, for `await using`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

function wire(options: GuardedModelClientOptions | undefined): Inheritance {
  const resolved = resolveOptions(options, process.env);
  const context = mergeContext(EMPTY_CONTEXT, resolved.defaults, "defaults");
  return { wiring: new Wiring(resolved), context };
}

function deadlineOf(method: string, options: DeadlineOptions): number {
  assertOptions(method, aDeadline, options);
  return options.deadlineMs ?? DEFAULT_DEADLINE_MS;
}
