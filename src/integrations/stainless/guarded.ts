import type { CallContext } from "../../lifecycle/context.ts";
import type { Gate } from "../../lifecycle/gate.ts";
import type { ADMISSION, Admission } from "./admission.ts";
import type { Announced } from "./announce.ts";
import type { CLEARANCE, Clearance } from "./clearance.ts";
import type { ClientDialect } from "./dialect.ts";

/** How a client is guarded. */
export interface GuardClientOptions {
  /**
   * What happens to a request that could carry a prompt on a route that is not guarded.
   * Default "refuse": a guard that one route walks around is no guard.
   */
  readonly unguardedRequests?: "refuse" | "allow" | undefined;
  /** Context for one call, from its request body. Merged over the client's and the scope's. */
  readonly context?: ((body: unknown) => CallContext) | undefined;
}

/** A client under guard. */
export interface Guarded {
  readonly gate: Gate;
  readonly options: GuardClientOptions;
  readonly dialect: ClientDialect;
}

/** Options of a call with what the guard notes in them. */
export type AdmittedOptions = Announced & {
  [ADMISSION]?: Admission | undefined;
  [CLEARANCE]?: Clearance | undefined;
};
