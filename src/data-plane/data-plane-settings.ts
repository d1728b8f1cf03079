import type { Clock } from "../types.ts";
import type { AgentConfigOption } from "./agent-config/agent-config.ts";
import type { Connection } from "./connection-options.ts";

/** Settings of {@link DataPlane}. */
export interface DataPlaneSettings extends Connection {
  /** Undefined if calls do not use it. */
  readonly agentConfig: AgentConfigOption | undefined;
}

/** Clock and random source. */
export interface DataPlaneEnvironment {
  readonly clock: Clock;
  readonly random: () => number;
}
