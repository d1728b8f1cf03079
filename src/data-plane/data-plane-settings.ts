import type { Clock } from "../types.ts";
import type { AgentConfigSettings } from "./agent-config/agent-config.ts";
import type { Connection } from "./connection-options.ts";

/** Settings of the client of the service. */
export interface DataPlaneSettings extends Connection {
  /** Undefined when calls go without it. */
  readonly agentConfig: AgentConfigSettings | undefined;
}

/** Time and chance. */
export interface DataPlaneEnvironment {
  readonly clock: Clock;
  readonly random: () => number;
}
