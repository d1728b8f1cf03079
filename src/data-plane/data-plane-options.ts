import {
  CONNECTION_RULES,
  type ConnectionOptions,
  connectionOf,
  givenOptions,
} from "./connection-options.ts";
import type { DataPlaneSettings } from "./data-plane-settings.ts";

/** Options of a `DataPlaneClient`. Every one may also be `undefined`, which means its default. */
export type DataPlaneClientOptions = ConnectionOptions;

/**
 * What the options stand for, with variables of `environment` where they are left out.
 *
 * @throws ConfigurationError naming the option and its environment variable, never the value.
 */
export function resolveDataPlaneOptions(
  options: DataPlaneClientOptions | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): DataPlaneSettings {
  const given = givenOptions(options, CONNECTION_RULES, environment);
  return Object.freeze({ ...connectionOf(given), agentConfig: undefined });
}
