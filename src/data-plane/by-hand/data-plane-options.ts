import {
  CONNECTION_DEFAULTS,
  CONNECTION_RULES,
  type ConnectionOptions,
  givenOptions,
} from "../connection-options.ts";
import type { DataPlaneSettings } from "../data-plane-settings.ts";

/** Options of a `DataPlaneClient`. `undefined` means the default. */
export interface DataPlaneClientOptions extends ConnectionOptions {}

/**
 * Checks the options and fills them in from `environment`.
 *
 * @throws ConfigurationError naming the option and its environment variable, never the value.
 */
export function resolveDataPlaneOptions(
  options: DataPlaneClientOptions | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): DataPlaneSettings {
  const given = givenOptions(options, CONNECTION_RULES, environment);
  return Object.freeze({ ...CONNECTION_DEFAULTS, ...given, agentConfig: undefined });
}
