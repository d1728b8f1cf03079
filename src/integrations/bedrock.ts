/**
 * `guarded-model-client/bedrock`: guard an existing client of Amazon Bedrock's runtime in place,
 * or use it as a provider of `guard.call` and `guard.stream`. Any version and build of
 * `@aws-sdk/client-bedrock-runtime` fits; the package itself is loaded only to make commands for a
 * provider.
 */
import type { AnyGuardedModelClient } from "../client.ts";
import type { InterceptorOptions } from "../lifecycle/interceptor-options.ts";
import { guardClient } from "./bedrock/guard-client.ts";

export {
  type BedrockCommands,
  bedrockConverse,
  type ConverseClient,
  type ConverseOptions,
  type ConverseProvider,
} from "./bedrock/converse-provider.ts";

/** The common shape of `BedrockRuntimeClient` and `BedrockRuntime`. */
export interface BedrockClient {
  /** Identifies the client's service. */
  readonly config: object;
  /** The guard is added here, before serialization and signing. */
  readonly middlewareStack: object;
  /** Sends every command, including those of methods. */
  send(...given: never[]): unknown;
}

/** Options of `guardBedrock`. */
export interface GuardBedrockOptions extends InterceptorOptions {}

/**
 * Guards the given client in place and returns it. Every command with a prompt goes through guard,
 * provider and telemetry, once for all of its attempts; the client otherwise behaves as before.
 * Commands that cannot be guarded are refused unless `unguardedRequests` is "allow".
 *
 * The guard runs right before a command is serialized and signed, after all middleware that changes
 * its input. The request sent must match what was approved: if later middleware changes its method,
 * path or body, the command fails with an `UnguardedRequestError` and nothing is sent. Guarding a
 * client twice with the same guard has no further effect.
 *
 * @throws ConfigurationError if `client` is not a Bedrock runtime client of version 3.600 or later
 * or is already guarded by another guard, if `guard` is not a `GuardedModelClient`, or if an option
 * is wrong.
 */
export function guardBedrock<C extends BedrockClient>(
  client: C,
  guard: AnyGuardedModelClient,
  options: GuardBedrockOptions = {},
): C {
  return guardClient(client, guard, options);
}
