import { orUndo } from "../base/or-undo.ts";
import { closedError } from "../errors.ts";
import type { FinalizeResult, IngestResult, TelemetryEvent } from "../telemetry.ts";
import { Deadline } from "../transport/deadline.ts";
import type { RateLimit } from "../types.ts";
import { readAddress, refuseBrowsers } from "./address.ts";
import { KeySource } from "./api-key.ts";
import type { DataPlaneEnvironment, DataPlaneSettings } from "./data-plane-settings.ts";
import type { EventSending } from "./events/event-requests.ts";
import type { FinalizeRequest } from "./events/finalize.ts";
import type { PhaseResult } from "./guard/guard-phase.ts";
import type { GuardQuestion } from "./guard/guard-request.ts";
import type { Credentials, Service } from "./service.ts";

/**
 * How a delivery sends. These requests do not keep the process alive: pending events are the
 * delivery's responsibility.
 */
export interface Sender {
  ingest(event: TelemetryEvent, signal: AbortSignal, json?: string): Promise<IngestResult>;
  finalize(request: FinalizeRequest, signal: AbortSignal): Promise<FinalizeResult>;
  canFinalize(): boolean;
}

/**
 * The data plane as the rest of the package sees it. An invalid address or key is reported at once;
 * the code that makes requests is loaded with the first one, so that importing the package and
 * constructing a client stay cheap.
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
   * @throws ConfigurationError if the address or the key is invalid, or in a browser.
   */
  constructor(settings: DataPlaneSettings, environment: DataPlaneEnvironment) {
    refuseBrowsers();
    const address = readAddress(settings.baseURL, settings.allowInsecureHttp);
    const keys = new KeySource(settings.apiKey);
    this.#settings = settings;
    this.#environment = environment;
    this.#credentials = { address, keys };
    this.sender = {
      ingest: (event, signal, json) => this.ingest(event, { signal, json, holdProcess: false }),
      finalize: (request, signal) => this.finalize(request, { signal, holdProcess: false }),
      canFinalize: () => keys.isLive,
    };
  }

  /**
   * Asks the guard: one phase with one deadline for configuration, waits, retries and response
   * bodies. Rejects only with the signal's reason.
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

  /**
   * Undefined unless calls require the agent configuration; resolves at once while it is cached.
   */
  get configGate(): ((signal: AbortSignal | undefined) => Promise<void>) | undefined {
    if (this.#settings.agentConfig?.required !== true) return undefined;
    return async (signal) => (await this.#load()).requireConfig(signal);
  }

  /**
   * The agent configuration as received (its content is not defined). The cached object is shared:
   * do not modify it.
   *
   * @throws DataPlaneError if it is unavailable, or the signal's reason.
   */
  async agentConfig(...limits: Parameters<Service["agentConfig"]>): Promise<unknown> {
    return (await this.#load()).agentConfig(...limits);
  }

  /** One ingest request, interpreted by the contract's rules. Never rejects. */
  ingest(event: TelemetryEvent, sending: EventSending): Promise<IngestResult> {
    return this.#service === undefined
      ? this.#load().then((service) => service.events.ingest(event, sending))
      : this.#service.events.ingest(event, sending);
  }

  /** One finalize request, interpreted by the contract's rules. Never rejects. */
  finalize(request: FinalizeRequest, sending: EventSending): Promise<FinalizeResult> {
    return this.#service === undefined
      ? this.#load().then((service) => service.events.finalize(request, sending))
      : this.#service.events.finalize(request, sending);
  }

  /** Milliseconds since the Unix epoch by the service's clock, as far as it is known. */
  serviceNow(): number {
    return this.#service?.serviceNow() ?? this.#environment.clock.now();
  }

  /** The id of the AI system, if given. */
  get systemId(): string | undefined {
    return this.#settings.systemId;
  }

  /** The rate-limit headers received last. */
  get rateLimit(): RateLimit | undefined {
    return this.#service?.rateLimit;
  }

  /** @throws GuardedModelError `client_closed` after {@link close}. */
  assertOpen(): void {
    if (this.#closed) throw closedError();
  }

  /** Cancels requests in flight, closes all connections, and rejects later requests. */
  async close(): Promise<void> {
    this.#closed = true;
    await (await this.#loading)?.close();
  }

  /** Loading takes tens of milliseconds once; an aborted call does not wait for it. */
  #loadFor(signal: AbortSignal | undefined): Promise<Service> {
    if (signal === undefined) return this.#load();
    // Loaded first: meanwhile, nobody would handle a rejection of the service.
    return import("../transport/settle-within.ts").then(({ settleWithin }) =>
      settleWithin(this.#load(), { signal }),
    );
  }

  /** Tries again after a failure: a process that had no free file handle may have one later. */
  #load(): Promise<Service> {
    this.#loading ??= orUndo(import("./service.ts"), () => {
      this.#loading = undefined;
    }).then(({ Service }) => {
      this.#service = new Service(this.#settings, { ...this.#environment, ...this.#credentials });
      if (this.#closed) void this.#service.close();
      return this.#service;
    });
    return this.#loading;
  }
}
