import { closedError } from "../errors.ts";
import type { FinalizeResult, IngestResult, TelemetryEvent } from "../telemetry.ts";
import { Deadline, MAX_TIMER_MS } from "../transport/deadline.ts";
import type { RateLimit } from "../types.ts";
import { readAddress, refuseBrowsers } from "./address.ts";
import { KeySource } from "./api-key.ts";
import type { DataPlaneEnvironment, DataPlaneSettings } from "./data-plane-settings.ts";
import type { EventSending } from "./events/event-requests.ts";
import type { FinalizeRequest } from "./events/finalize.ts";
import type { PhaseResult } from "./guard/guard-phase.ts";
import type { GuardQuestion } from "./guard/guard-request.ts";
import type { Credentials, Service } from "./service.ts";

/** What a delivery sends with. Its requests do not hold the process: what pends is the delivery's affair. */
export interface Sender {
  ingest(event: TelemetryEvent, signal: AbortSignal, json?: string): Promise<IngestResult>;
  finalize(request: FinalizeRequest, signal: AbortSignal): Promise<FinalizeResult>;
  canFinalize(): boolean;
}

/**
 * The data plane as the rest of the package sees it. What is wrong with address or key shows at
 * once; everything that talks is loaded with the first question, so that an app which only
 * imports and constructs pays nothing for it.
 */
export class DataPlane {
  readonly sender: Sender;
  readonly #settings: DataPlaneSettings;
  readonly #environment: DataPlaneEnvironment;
  readonly #credentials: Credentials;
  #service: Service | undefined = undefined;
  #loading: Promise<Service> | undefined = undefined;
  #closed = false;

  /**
   * Sends nothing.
   *
   * @throws ConfigurationError when the address or the key cannot be right, or in a browser.
   */
  constructor(settings: DataPlaneSettings, environment: DataPlaneEnvironment) {
    refuseBrowsers();
    const address = readAddress(settings.baseURL, settings.allowInsecureHttp);
    const keys = new KeySource(settings.apiKey);
    this.#settings = settings;
    this.#environment = environment;
    this.#credentials = { address, keys };
    this.sender = this.#makeSender();
  }

  /**
   * Asks the guard: one phase with one deadline over the configuration, waiting, retries and
   * bodies. Rejects with the reason of the signal and with nothing else.
   */
  askGuard(
    question: GuardQuestion,
    signal: AbortSignal | undefined,
    deadlineMs: number = this.#settings.guardDeadlineMs,
  ): Promise<PhaseResult> {
    const deadline = new Deadline(this.#environment.clock, deadlineMs);
    return this.#service === undefined
      ? this.#loadFor(signal).then((service) => service.askGuard(question, deadline, signal))
      : this.#service.askGuard(question, deadline, signal);
  }

  /** Set when calls may not go on without the configuration; resolves at once while it is kept. */
  get configGate(): ((signal: AbortSignal | undefined) => Promise<void>) | undefined {
    if (this.#settings.agentConfig?.required !== true) return undefined;
    return async (signal) => (await this.#load()).requireConfig(signal);
  }

  /**
   * The agent configuration as the service gave it (its shape is not promised). The same object
   * for everybody while it is kept: do not change it.
   *
   * @throws DataPlaneError when it cannot be had, or the reason of the signal.
   */
  async agentConfig(signal?: AbortSignal): Promise<unknown> {
    return (await this.#load()).agentConfig(signal);
  }

  /** One ingest request, read by the contract's rules. Never rejects. */
  ingest(event: TelemetryEvent, sending: EventSending): Promise<IngestResult> {
    return this.#service === undefined
      ? this.#load().then((service) => service.events.ingest(event, sending))
      : this.#service.events.ingest(event, sending);
  }

  /** One finalize request, read by the contract's rules. Never rejects. */
  finalize(request: FinalizeRequest, sending: EventSending): Promise<FinalizeResult> {
    return this.#service === undefined
      ? this.#load().then((service) => service.events.finalize(request, sending))
      : this.#service.events.finalize(request, sending);
  }

  /** Milliseconds since the Unix epoch by the service's clock, as far as its answers have shown it. */
  serviceNow(): number {
    return this.#service?.serviceNow() ?? this.#environment.clock.now();
  }

  /** The AI system that requests speak for, when it was given. */
  get systemId(): string | undefined {
    return this.#settings.systemId;
  }

  /** The rate-limit headers that came last. */
  get rateLimit(): RateLimit | undefined {
    return this.#service?.rateLimit;
  }

  /** @throws GuardedModelError `client_closed` after {@link close}. */
  assertOpen(): void {
    if (this.#closed) throw closedError();
  }

  /** Gives up what is in flight, closes every connection, and lets nothing be sent any more. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#loading !== undefined) await (await this.#loading).close();
  }

  /** Loading takes tens of milliseconds once; whoever gives up meanwhile does not wait for it. */
  async #loadFor(signal: AbortSignal | undefined): Promise<Service> {
    const loading = this.#load();
    if (signal === undefined) return loading;
    const { settleWithin } = await import("../transport/settle-within.ts");
    return settleWithin(loading, { timeoutMs: MAX_TIMER_MS, signal });
  }

  #load(): Promise<Service> {
    this.#loading ??= import("./service.ts").then(({ Service }) => {
      this.#service = new Service(this.#settings, { ...this.#environment, ...this.#credentials });
      if (this.#closed) void this.#service.close();
      return this.#service;
    });
    return this.#loading;
  }

  #makeSender(): Sender {
    return {
      ingest: (event, signal, json) => this.ingest(event, { signal, json, holdProcess: false }),
      finalize: (request, signal) => this.finalize(request, { signal, holdProcess: false }),
      canFinalize: () => this.#credentials.keys.isLive,
    };
  }
}
