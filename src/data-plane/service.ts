import { DataPlaneError, GuardUnavailableError } from "../errors.ts";
import { createTransport } from "../transport/create-transport.ts";
import type { Deadline } from "../transport/deadline.ts";
import { isTimeout } from "../transport/settle-within.ts";
import type { RateLimit } from "../types.ts";
import type { Address } from "./address.ts";
import { AgentConfigCache } from "./agent-config/agent-config.ts";
import { fetchAgentConfig } from "./agent-config/config-request.ts";
import { RequiredConfig } from "./agent-config/required-config.ts";
import { ApiClient } from "./api-client.ts";
import type { KeySource } from "./api-key.ts";
import type { DataPlaneEnvironment, DataPlaneSettings } from "./data-plane-settings.ts";
import { EventRequests } from "./events/event-requests.ts";
import { GuardPhase, type PhaseResult } from "./guard/guard-phase.ts";
import { type GuardQuestion, guardBody } from "./guard/guard-request.ts";

/** Address and key of the service, both checked. */
export interface Credentials {
  readonly address: Address;
  readonly keys: KeySource;
}

/** Advice where another try would not help. */
const CHECK = "Check baseURL (GUARD_BASE_URL) and apiKey (GUARD_API_KEY).";

/** The four endpoints, with interpreted responses. */
export class Service {
  readonly events: EventRequests;
  readonly #settings: DataPlaneSettings;
  readonly #api: ApiClient;
  readonly #guard: GuardPhase;
  readonly #config: AgentConfigCache;

  constructor(
    settings: DataPlaneSettings,
    { clock, random, address, keys }: DataPlaneEnvironment & Credentials,
  ) {
    const transport = createTransport({ ...settings, baseURL: address.url });
    const { authHeader, guardDeadlineMs, agentConfig = {} } = settings;
    const api = new ApiClient({ transport, address, keys, authHeader, clock });
    this.#settings = settings;
    this.#api = api;
    this.#guard = new GuardPhase(api, { clock, random });
    const required = new RequiredConfig(api, { clock, random });
    const fetch = agentConfig.required
      ? () => required.fetch(guardDeadlineMs)
      : () => fetchAgentConfig(api, guardDeadlineMs);
    this.#config = new AgentConfigCache(fetch, agentConfig, clock);
    this.events = new EventRequests(api, settings.systemId);
  }

  /**
   * Asks the guard: one phase with one deadline for configuration, waits, retries and response
   * bodies. Rejects only with the signal's reason.
   */
  askGuard(
    question: GuardQuestion,
    deadline: Deadline,
    signal: AbortSignal | undefined,
  ): Promise<PhaseResult> {
    const { agentConfig, systemId } = this.#settings;
    const body = guardBody(question, systemId);
    const { input, clientEventId } = question;
    const request = { body, input, clientEventId, deadline, signal };
    const isOptional = agentConfig !== undefined && !agentConfig.required;
    return isOptional && this.#config.isDue
      ? this.#tryConfig(deadline, signal).then(() => this.#guard.ask(request))
      : this.#guard.ask(request);
  }

  /**
   * The agent configuration as received (its content is not defined). The cached object is shared:
   * do not modify it. `deadlineMs`: how long to wait, if less than the guard's deadline.
   *
   * @throws DataPlaneError if it is unavailable, ConfigurationError without a key, or the signal's
   * reason.
   */
  async agentConfig(signal?: AbortSignal, deadlineMs = Number.POSITIVE_INFINITY): Promise<unknown> {
    const timeoutMs = Math.max(1, Math.min(deadlineMs, this.#settings.guardDeadlineMs));
    try {
      return await this.#config.get({ timeoutMs, signal });
    } catch (cause) {
      if (!isTimeout(cause) || cause === signal?.reason) throw cause;
      const message = "The agent configuration did not come in time.";
      throw new DataPlaneError(message, { retryable: true, cause });
    }
  }

  /** Milliseconds since the Unix epoch by the service's clock, as far as it is known. */
  serviceNow(): number {
    return this.#api.serviceClock.now();
  }

  /** The rate-limit headers received last. */
  get rateLimit(): RateLimit | undefined {
    return this.#api.rateLimit;
  }

  /** Cancels requests in flight and closes all connections. */
  close(): Promise<void> {
    return this.#api.close();
  }

  /**
   * Takes at most half of the time: the guard matters more, and the configuration is optional. An
   * abort is not handled here; the guard request that follows rejects with it.
   */
  async #tryConfig(deadline: Deadline, signal: AbortSignal | undefined): Promise<void> {
    try {
      await this.#config.get({ timeoutMs: Math.max(1, deadline.remainingMs() / 2), signal });
    } catch {}
  }

  /** For calls that require the configuration. */
  async requireConfig(signal: AbortSignal | undefined): Promise<void> {
    try {
      await this.agentConfig(signal);
    } catch (cause) {
      signal?.throwIfAborted();
      const retryable = cause instanceof DataPlaneError && cause.retryable;
      throw new GuardUnavailableError(
        `The agent configuration could not be fetched, and agentConfig.required is set; the provider was not called. ${retryable ? "The call may be retried." : CHECK}`,
        { kind: "refused", attempts: 0, retryable, cause },
      );
    }
  }
}
