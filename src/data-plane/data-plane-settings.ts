import type { RequestDispatcher } from "../transport/create-transport.ts";
import type { Clock } from "../types.ts";
import type { AgentConfigSettings } from "./agent-config.ts";
import type { ApiKey } from "./api-key.ts";
import type { AuthHeader } from "./conversation.ts";

/** What the conversation with the service needs to know. Address and key are checked here. */
export interface DataPlaneSettings {
  readonly baseURL: string;
  readonly apiKey: ApiKey;
  readonly systemId: string | undefined;
  readonly authHeader: AuthHeader;
  readonly allowInsecureHttp: boolean;
  /** Milliseconds for a guard phase, and for fetching the configuration. */
  readonly guardDeadlineMs: number;
  /** Undefined when calls go without it. */
  readonly agentConfig: AgentConfigSettings | undefined;
  readonly fetch: typeof fetch | undefined;
  readonly dispatcher: RequestDispatcher | undefined;
}

/** Time and chance. */
export interface DataPlaneSurroundings {
  readonly clock: Clock;
  readonly random: () => number;
}
