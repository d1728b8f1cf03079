import { DataPlaneError } from "../../errors.ts";
import { Deadline } from "../../transport/deadline.ts";
import type { Attempt } from "../../transport/retry.ts";
import { RetryBudget } from "../../transport/retry-budget.ts";
import { retryUntilClosed } from "../../transport/retry-until-closed.ts";
import { sleep } from "../../transport/sleep.ts";
import type { ApiClient } from "../api-client.ts";
import type { DataPlaneEnvironment } from "../data-plane-settings.ts";
import { fetchAgentConfig } from "./config-request.ts";

/** How one request ended. */
type Fetched = { readonly value: unknown } | { readonly error: unknown };

/**
 * Fetches a configuration that calls require. Temporary failures are retried like those of the
 * guard, within one deadline and a budget: otherwise one lost connection would stop a call.
 */
export class RequiredConfig {
  readonly #api: ApiClient;
  readonly #environment: DataPlaneEnvironment;
  readonly #budget = new RetryBudget();

  constructor(api: ApiClient, environment: DataPlaneEnvironment) {
    this.#api = api;
    this.#environment = environment;
  }

  /** @throws what {@link fetchAgentConfig} throws, of the last attempt. */
  async fetch(timeoutMs: number): Promise<unknown> {
    const deadline = new Deadline(this.#environment.clock, timeoutMs);
    const first = await this.#attempt(deadline);
    const last = first.again ? await this.#retry(first, deadline) : first.result;
    if (!first.again) this.#budget.credit();
    if ("error" in last) throw last.error;
    return last.value;
  }

  async #attempt(deadline: Deadline): Promise<Attempt<Fetched>> {
    try {
      const value = await fetchAgentConfig(this.#api, Math.max(1, deadline.remainingMs()));
      return { again: false, result: { value } };
    } catch (error) {
      const isTemporary = error instanceof DataPlaneError && error.retryable;
      if (!isTemporary) return { again: false, result: { error } };
      return { again: true, result: { error }, retryAfterMs: error.retryAfterMs };
    }
  }

  #retry(first: Extract<Attempt<Fetched>, { again: true }>, deadline: Deadline): Promise<Fetched> {
    return retryUntilClosed(first, () => this.#attempt(deadline), {
      deadline,
      budget: this.#budget,
      signal: undefined,
      sleep,
      random: this.#environment.random,
      closing: this.#api.closing,
      whenClosed: () => first.result,
    });
  }
}
