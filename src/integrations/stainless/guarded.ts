import type { Gate } from "../../lifecycle/gate.ts";
import type { InterceptorOptions } from "../../lifecycle/interceptor-options.ts";
import type { ADMISSION, Admission } from "./admission.ts";
import type { Announced } from "./announce.ts";
import type { CLEARANCE, Clearance } from "./clearance.ts";
import type { ClientDialect } from "./dialect.ts";

/** A guarded client. */
export interface Guarded {
  readonly gate: Gate;
  readonly options: InterceptorOptions;
  readonly dialect: ClientDialect;
}

/** A call's options with the guard's marks. */
export type AdmittedOptions = Announced & {
  [ADMISSION]?: Admission | undefined;
  [CLEARANCE]?: Clearance | undefined;
};
