import type { DeliveryCounters } from "../../../src/types.ts";

/** Start options of a process in a fleet. */
export interface FleetSetup {
  readonly clientOptions: {
    readonly baseURL: string;
    readonly apiKey: string;
    readonly systemId: string;
  };
  readonly connection: { readonly host: string; readonly port: number };
  readonly queueName: string;
}

/** A producer's share: calls with these numbers. */
export interface Share {
  readonly first: number;
  readonly count: number;
}

/** Messages to the processes of a fleet. */
export type FleetOrder =
  | { readonly produce: FleetSetup & Share }
  | { readonly work: FleetSetup }
  | { readonly close: true };

/** Messages from them. */
export type FleetNews =
  /** A call that reached its provider. */
  | { readonly provided: string }
  /** A call whose answer the app has: from now on its event must not be lost. */
  | { readonly answered: string; readonly call: number }
  | { readonly refused: number }
  | { readonly closed: DeliveryCounters };
