import { GuardUnavailableError } from "../errors.ts";
import { createTransport, type RequestDispatcher } from "../transport/create-transport.ts";
import { Deadline } from "../transport/deadline.ts";
import type { Clock, FinalizeResult, IngestResult, RateLimit, TelemetryEvent } from "../types.ts";
import { readAddress, refuseBrowsers } from "./address.ts";
import { AgentConfigCache, type AgentConfigSettings } from "./agent-config.ts";
import { type ApiKey, KeySource } from "./api-key.ts";
import { fetchAgentConfig } from "./config-request.ts";
import { type AuthHeader, Conversation } from "./conversation.ts";
import { EventRequests } from "./event-requests.ts";
import type { FinalizeRequest } from "./finalize.ts";
import { GuardPhase, type PhaseResult } from "./guard-phase.ts";
import { type GuardQuestion, guardBody } from "./guard-request.ts";

/** What the conversation with the service needs to know. Address and key are checked here. */
export interface DataPlaneSettings {
  readonly baseURL: string;
  readonly apiKey: ApiKey;
  readonly systemId: string | undefined;
  readonly authHeader: AuthHeader;
  readonly allowInsecureHttp: boolean;
  /** Milliseconds for a guard phase, and for fetching the configuration. */
  readonly guardDeadlineMs: number;
  /** Undefined when calls go without it. */
  readonly agentConfig: AgentConfigSettings | undefined;
  readonly fetch: typeof fetch | undefined;
  readonly dispatcher: RequestDispatcher | undefined;
}

/** Time and chance. */
export interface DataPlaneSurroundings {
  readonly clock: Clock;
  readonly random: () => number;
}

/** What a delivery sends with. Its requests do not hold the process: what pends is the delivery's affair. */
export interface Sender {
  ingest(event: TelemetryEvent, signal: AbortSignal, json?: string): Promise<IngestResult>;
  finalize(request: FinalizeRequest, signal: AbortSignal): Promise<FinalizeResult>;
  canFinalize(): boolean;
}

/** How long the configuration is kept unless said otherwise, in milliseconds: it changes by hand, if at all. */
const AGENT_CONFIG_TTL_MS = 300_000;

/** The four endpoints, in terms of what their answers mean. */
export class DataPlane {
  readonly events: EventRequests;
  readonly sender: Sender;
  readonly #settings: DataPlaneSettings;
  readonly #clock: Clock;
  readonly #conversation: Conversation;
  readonly #guard: GuardPhase;
  readonly #config: AgentConfigCache;

  /**
   * Sends nothing.
   *
   * @throws ConfigurationError when the address or the key cannot be right, or in a browser.
   */
  constructor(settings: DataPlaneSettings, surroundings: DataPlaneSurroundings) {
    refuseBrowsers();
    const { clock } = surroundings;
    const address = readAddress(settings.baseURL, settings.allowInsecureHttp);
    const keys = new KeySource(settings.apiKey);
    const transport = createTransport({ ...settings, baseURL: address.url });
    const { authHeader, guardDeadlineMs } = settings;
    this.#settings = settings;
    this.#clock = clock;
    this.#conversation = new Conversation({ transport, address, keys, authHeader, clock });
    this.#guard = new GuardPhase(this.#conversation, surroundings);
    this.#config = new AgentConfigCache(
      () => fetchAgentConfig(this.#conversation, guardDeadlineMs),
      settings.agentConfig ?? { ttlMs: AGENT_CONFIG_TTL_MS, required: false },
      clock,
    );
    this.events = new EventRequests(this.#conversation, settings.systemId);
    this.sender = senderOver(this.events, keys);
  }

  /**
   * Asks the guard: one phase with one deadline over the configuration, waiting, retries and
   * bodies. Rejects with the reason of the signal and with nothing else.
   */
  async askGuard(
    question: GuardQuestion,
    signal: AbortSignal | undefined,
    deadlineMs: number = this.#settings.guardDeadlineMs,
  ): Promise<PhaseResult> {
    const deadline = new Deadline(this.#clock, deadlineMs);
    if (this.#settings.agentConfig?.required === false && this.#config.isDue) {
      await this.#tryConfig(deadline, signal);
    }
    const body = guardBody(question, this.#settings.systemId);
    return this.#guard.ask({ body, clientEventId: question.clientEventId, deadline, signal });
  }

  /** Set when calls may not go on without the configuration; resolves at once while it is kept. */
  get configGate(): ((signal: AbortSignal | undefined) => Promise<void>) | undefined {
    if (this.#settings.agentConfig?.required !== true) return undefined;
    return (signal) => this.#requireConfig(signal);
  }

  /**
   * The agent configuration as the service gave it (its shape is not promised). The same object
   * for everybody while it is kept: do not change it.
   *
   * @throws DataPlaneError when it cannot be had, or the reason of the signal.
   */
  agentConfig(signal?: AbortSignal): Promise<unknown> {
    return this.#config.get({ timeoutMs: this.#settings.guardDeadlineMs, signal });
  }

  /** Milliseconds since the Unix epoch by the service's clock, as far as its answers have shown it. */
  serviceNow(): number {
    return this.#conversation.serviceClock.now();
  }

  /** The AI system that requests speak for, when it was given. */
  get systemId(): string | undefined {
    return this.#settings.systemId;
  }

  /** The rate-limit headers that came last. */
  get rateLimit(): RateLimit | undefined {
    return this.#conversation.rateLimit;
  }

  /** Gives up what is in flight and closes every connection. */
  close(): Promise<void> {
    return this.#conversation.close();
  }

  /** Half the time at most: the guard is what counts, and the configuration can be done without. */
  async #tryConfig(deadline: Deadline, signal: AbortSignal | undefined): Promise<void> {
    try {
      await this.#config.get({ timeoutMs: deadline.remainingMs() / 2, signal });
    } catch {
      signal?.throwIfAborted();
    }
  }

  async #requireConfig(signal: AbortSignal | undefined): Promise<void> {
    try {
      await this.agentConfig(signal);
    } catch (cause) {
      signal?.throwIfAborted();
      const message = "The agent configuration is required and could not be fetched.";
      throw new GuardUnavailableError(message, { kind: "refused", attempts: 0, cause });
    }
  }
}

function senderOver(events: EventRequests, keys: KeySource): Sender {
  return {
    ingest: async (event, signal, json) =>
      (await events.ingest(event, { signal, json, holdProcess: false })).result,
    finalize: async (request, signal) =>
      (await events.finalize(request, { signal, holdProcess: false })).result,
    canFinalize: () => keys.isLive,
  };
}
