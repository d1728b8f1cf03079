import type { Endpoint, GivenAnswer, ReceivedRequest } from "../../../src/local/index.ts";
import { objectOf } from "../../support/strict-data-plane/strict-fields.ts";
import { lifecycleIdOf } from "../../support/strict-data-plane/strict-ledger.ts";
import type { PlaneReport, StoredEvent } from "./plane-orders.ts";

/** The oracle's own record of what the service did, small enough for a hundred thousand calls. */
export class PlaneLedger {
  readonly faults: Record<string, number> = {};
  readonly #requests: Record<Endpoint, number> = { guard: 0, config: 0, ingest: 0, finalize: 0 };
  readonly #allowed = new Set<string>();
  readonly #denied = new Set<string>();
  readonly #stored = new Map<string, StoredEvent>();
  readonly #finalized = new Set<string>();
  #replays = 0;
  #stale = 0;

  readonly countFault = (fault: string): void => {
    this.faults[fault] = (this.faults[fault] ?? 0) + 1;
  };

  asked({ endpoint }: ReceivedRequest): void {
    if (endpoint !== undefined) this.#requests[endpoint] += 1;
  }

  answered(request: ReceivedRequest, answer: GivenAnswer): void {
    const id = lifecycleIdOf(request);
    const { processed } = answer;
    // The client may have read an allow even if only a part of it was sent.
    const verdict = objectOf(answer.body ?? processed?.body);
    if (request.endpoint === "guard" && verdict.allowed === true) this.#allowed.add(id);
    if (request.endpoint === "guard" && verdict.allowed === false) this.#denied.add(id);
    if (request.endpoint === "finalize" && processed?.status === 200) this.#finalized.add(id);
    if (request.endpoint !== "ingest" || processed === undefined) return;
    if (processed.status === 409) this.#replays += 1;
    if (processed.status === 400) this.#stale += 1;
    // A doubled request shows its second answer, a replay of what the first one stored.
    if (processed.status === 200 || processed.status === 409) this.#store(id, request);
  }

  report(breaches: readonly string[]): PlaneReport {
    return {
      requests: this.#requests,
      allowed: [...this.#allowed],
      denied: [...this.#denied],
      stored: [...this.#stored.values()],
      finalized: this.#finalized.size,
      replays: this.#replays,
      stale: this.#stale,
      faults: this.faults,
      breaches,
    };
  }

  #store(id: string, request: ReceivedRequest): void {
    if (this.#stored.has(id)) return;
    const { call, outcome } = objectOf(objectOf(request.body).metadata);
    this.#stored.set(id, { id, call: Number(call), outcome: String(outcome) });
  }
}
