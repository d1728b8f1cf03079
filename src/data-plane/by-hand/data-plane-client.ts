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
  IngestAnswer,
  IngestEvent,
};

/**
 * The four endpoints, typed, for those who put a lifecycle together by hand. Nothing here calls
 * a provider or delivers in the background: `GuardedModelClient` does.
 *
 * Construction checks the options and sends nothing.
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
   * Asks the guard, again where that helps, within one deadline. Call the provider only when
   * `allowed` is true. Takes our names or the contract's, as `ingest` and `finalize` do.
   *
   * @throws ConfigurationError when it is no question, GuardUnavailableError when there is no
   * decision, with the last failure as its cause (a `DataPlaneError` where the service answered),
   * or the reason of the signal.
   */
  async guard(
    request: GuardRequest | GuardRequestAsSent,
    options: GuardOptions = {},
  ): Promise<GuardAnswer> {
    const { guardByHand } = await byHand();
    return guardByHand(this.#dataPlane, request, options);
  }

  /**
   * The agent configuration as the service gives it, kept for five minutes. When it cannot be had
   * later, the last one that could.
   *
   * @throws DataPlaneError, what kept the `apiKey` function from giving a key, or the reason of the
   * signal.
   */
  async agentConfig(options: RequestOptions = {}): Promise<unknown> {
    this.#dataPlane.assertOpen();
    return this.#dataPlane.agentConfig(options.signal);
  }

  /**
   * Stores one event, with one request: a second one follows only a 401, where `apiKey` is a
   * function and the key may have rotated. Send the text that went to the model, never the
   * original.
   *
   * @throws DataPlaneError when it was not stored, what kept the `apiKey` function from giving a
   * key, or the reason of the signal.
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
   * Live keys only.
   *
   * @throws DataPlaneError when it was not attached, what kept the `apiKey` function from giving a
   * key, or the reason of the signal.
   */
  async finalize(request: FinalizeByHand, options: RequestOptions = {}): Promise<FinalizeAnswer> {
    const { finalizeByHand } = await byHand();
    return finalizeByHand(this.#dataPlane, request, options);
  }

  /** What the service said last about its rate limit. */
  stats(): { readonly rateLimit: RateLimit | undefined } {
    return { rateLimit: this.#dataPlane.rateLimit };
  }

  /**
   * Gives up what is in flight, closes every connection, and refuses what is asked later
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

/** What it does is loaded with the first use: guarded clients have no need of it. */
const byHand = (): Promise<typeof import("./by-hand.ts")> => import("./by-hand.ts");
