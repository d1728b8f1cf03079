import type { Endpoint, Script } from "../../../src/local/index.ts";
import type { StrictOptions } from "../../support/strict-data-plane/strict-data-plane.ts";

/** Options of a data plane in its own process. Plain data, because they are sent there. */
export type PlaneSetup = Omit<
  StrictOptions,
  "allowUnguarded" | "contentMayDiffer" | "clock" | "policy" | "onRequest" | "onAnswer"
> & {
  /** Whether recorded events, without a model call, are no breach. Default false. */
  readonly allowRecorded?: boolean;
};

/** Random faults on all endpoints. */
export interface FaultPlan {
  /** Share of requests, 0 to 1. */
  readonly rate: number;
  readonly seed: number;
  /**
   * One in this many faults that cost time happens as named, the others become resets: 429 answers,
   * which silence ingest for a second, and requests that hang until the client gives up.
   */
  readonly rareEvery: number;
}

/** Orders to a data plane; each gets a reply. */
export type PlaneOrder =
  | { readonly do: "start"; readonly setup: PlaneSetup }
  | { readonly do: "faults"; readonly plan: FaultPlan }
  | { readonly do: "script"; readonly endpoint: Endpoint; readonly script: Script }
  /** The service's clock, in milliseconds from the true time. */
  | { readonly do: "clock"; readonly offsetMs: number }
  | { readonly do: "disconnect" }
  | { readonly do: "reconnect" }
  | { readonly do: "report" };

/** A stored event. */
export interface StoredEvent {
  readonly id: string;
  /** `metadata.call` of the event: the number the workload gave its call. */
  readonly call: number;
  readonly outcome: string;
}

/** What the service saw. */
export interface PlaneReport {
  readonly requests: Readonly<Record<Endpoint, number>>;
  /** Lifecycles that got an allow, and lifecycles that got a denial. */
  readonly allowed: readonly string[];
  readonly denied: readonly string[];
  readonly stored: readonly StoredEvent[];
  readonly finalized: number;
  /** Ingest requests whose event was already stored (409). */
  readonly replays: number;
  /** Ingest requests that were rejected for a stale timestamp. */
  readonly stale: number;
  /** Injected faults, by name. */
  readonly faults: Readonly<Record<string, number>>;
  readonly breaches: readonly string[];
}

/** The replies: a data plane's address for `start`, its record for `report`. */
export interface PlaneReply {
  readonly clientOptions?: {
    readonly baseURL: string;
    readonly apiKey: string;
    readonly systemId: string;
  };
  readonly report?: PlaneReport;
  readonly error?: string;
}
