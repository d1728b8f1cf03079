import type { Endpoint, Script } from "../../../src/local/index.ts";
import type { StrictOptions } from "../../support/strict-data-plane/strict-data-plane.ts";

/** How a plane in a process of its own is set up. Plain data, since it travels there. */
export type PlaneSetup = Omit<
  StrictOptions,
  "allowUnguarded" | "contentMayDiffer" | "clock" | "policy" | "onRequest" | "onAnswer"
> & {
  /** Whether events beside model calls are no breach. Default false. */
  readonly allowRecorded?: boolean;
};

/** Faults by chance, on all endpoints. */
export interface FaultPlan {
  /** Share of requests, 0 to 1. */
  readonly rate: number;
  readonly seed: number;
  /**
   * One in so many of its turns, a fault that costs time is what its name says, and a reset
   * otherwise: 429 answers, which silence ingest for a second, and requests that hang until
   * their client gives up.
   */
  readonly rareEvery: number;
}

/** What a plane can be told, in an order that it answers. */
export type PlaneOrder =
  | { readonly do: "start"; readonly setup: PlaneSetup }
  | { readonly do: "faults"; readonly plan: FaultPlan }
  | { readonly do: "script"; readonly endpoint: Endpoint; readonly script: Script }
  /** The service's clock, in milliseconds from the true time. */
  | { readonly do: "clock"; readonly offsetMs: number }
  | { readonly do: "disconnect" }
  | { readonly do: "reconnect" }
  | { readonly do: "report" };

/** An event the service has. */
export interface StoredEvent {
  readonly id: string;
  /** `metadata.call` of the event: the number the workload gave its call. */
  readonly call: number;
  readonly outcome: string;
}

/** What the service saw. */
export interface PlaneReport {
  readonly requests: Readonly<Record<Endpoint, number>>;
  /** Lifecycles that were sent an allow, and lifecycles that were sent a denial. */
  readonly allowed: readonly string[];
  readonly denied: readonly string[];
  readonly stored: readonly StoredEvent[];
  readonly finalized: number;
  /** Ingest requests that met their own earlier attempt (409). */
  readonly replays: number;
  /** Ingest requests that were told their stamp is stale. */
  readonly stale: number;
  /** Faults that were committed, by name. */
  readonly faults: Readonly<Record<string, number>>;
  readonly breaches: readonly string[];
}

/** What comes back: a plane's address for `start`, what it saw for `report`. */
export interface PlaneReply {
  readonly clientOptions?: {
    readonly baseURL: string;
    readonly apiKey: string;
    readonly systemId: string;
  };
  readonly report?: PlaneReport;
  readonly error?: string;
}
