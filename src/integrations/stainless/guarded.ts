import type { DoorwayOptions } from "../../lifecycle/doorway-options.ts";
import type { Gate } from "../../lifecycle/gate.ts";
import type { ADMISSION, Admission } from "./admission.ts";
import type { Announced } from "./announce.ts";
import type { CLEARANCE, Clearance } from "./clearance.ts";
import type { ClientDialect } from "./dialect.ts";

/** A client under guard. */
export interface Guarded {
  readonly gate: Gate;
  readonly options: DoorwayOptions;
  readonly dialect: ClientDialect;
}

/** Options of a call with what the guard notes in them. */
export type AdmittedOptions = Announced & {
  [ADMISSION]?: Admission | undefined;
  [CLEARANCE]?: Clearance | undefined;
};
