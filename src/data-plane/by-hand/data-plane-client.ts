import type { TelemetryEvent } from "../../telemetry.ts";
import { systemClock } from "../../transport/system-clock.ts";
import type { RateLimit } from "../../types.ts";
import { DataPlane } from "../data-plane.ts";
import type { IngestEvent } from "../events/ingest-event.ts";
import type {
  FinalizeAnswer,
  FinalizeByHand,
  GuardAnswer,
  GuardOptions,
  GuardRequest,
  GuardRequestAsSent,
  IngestAnswer,
  RequestOptions,
} from "./by-hand-types.ts";
import { type DataPlaneClientOptions, resolveDataPlaneOptions } from "./data-plane-options.ts";

export type {
  DataPlaneClientOptions,
  FinalizeAnswer,
  FinalizeByHand as FinalizeRequest,
  GuardAnswer,
  GuardOptions,
  GuardRequest,
  GuardRequestAsSent,
  IngestAnswer,
  IngestEvent,
  RequestOptions,
};

/**
 * A typed client of the service's four endpoints, for code that orchestrates the lifecycle itself.
 * It calls no provider and delivers nothing in the background; `GuardedModelClient` does.
 *
 * The constructor checks the options and sends nothing.
 *
 * @throws ConfigurationError naming the option and its environment variable, never the value.
 */
export class DataPlaneClient {
  readonly #dataPlane: DataPlane;

  constructor(options: DataPlaneClientOptions = {}) {
    const settings = resolveDataPlaneOptions(options, process.env);
    this.#dataPlane = new DataPlane(settings, { clock: systemClock, random: Math.random });
  }

  /**
   * Asks the guard, with retries, within one deadline. Call the provider only if `allowed` is true.
   * Accepts camelCase names or the contract's names, as `ingest` and `finalize` do. Fields that only
   * events have are left out; unknown ones are refused.
   *
   * @throws ConfigurationError if the request is invalid, GuardUnavailableError if there is no
   * decision (its cause is the last failure, a `DataPlaneError` if the service answered), or the
   * reason of the signal.
   */
  async guard(
    request: GuardRequest | GuardRequestAsSent,
    options: GuardOptions = {},
  ): Promise<GuardAnswer> {
    const { guardByHand } = await byHand();
    return guardByHand(this.#dataPlane, request, options);
  }

  /**
   * Returns the agent configuration as received, cached for five minutes. If it cannot be
   * refreshed, returns the last one.
   *
   * @throws DataPlaneError, ConfigurationError if the `apiKey` function gives no usable key, or the
   * reason of the signal.
   */
  async agentConfig(options: RequestOptions = {}): Promise<unknown> {
    const { agentConfigByHand } = await byHand();
    return agentConfigByHand(this.#dataPlane, options);
  }

  /**
   * Stores one event with one request. The request is repeated only after a 401 if `apiKey` is a
   * function, since the key may have rotated. Send the text that went to the model, never the
   * original.
   *
   * @throws ConfigurationError if a field is missing or of the wrong type, or the `apiKey` function gives
   * no usable key (a `TimeoutError` if it does not answer), DataPlaneError if the event was not stored,
   * or the reason of the signal.
   */
  async ingest(
    event: IngestEvent | TelemetryEvent,
    options: RequestOptions = {},
  ): Promise<IngestAnswer> {
    const { ingestByHand } = await byHand();
    return ingestByHand(this.#dataPlane, event, options);
  }

  /**
   * Attaches the duration of the ingest request to a stored event, with one request like `ingest`.
   * Works with live keys only.
   *
   * @throws ConfigurationError if the request is invalid or the `apiKey` function gives no usable key (a
   * `TimeoutError` if it does not answer), DataPlaneError if it was not attached, or the reason of the
   * signal.
   */
  async finalize(request: FinalizeByHand, options: RequestOptions = {}): Promise<FinalizeAnswer> {
    const { finalizeByHand } = await byHand();
    return finalizeByHand(this.#dataPlane, request, options);
  }

  /** The service's last reported rate limit. */
  stats(): { readonly rateLimit: RateLimit | undefined } {
    return { rateLimit: this.#dataPlane.rateLimit };
  }

  /**
   * Aborts requests in flight, closes all connections, and refuses later requests
   * (`client_closed`). Idempotent.
   */
  close(): Promise<void> {
    return this.#dataPlane.close();
  }

  /** `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/** Loaded with the first use: guarded clients do not need it. */
const byHand = (): Promise<typeof import("./by-hand.ts")> => import("./by-hand.ts");
