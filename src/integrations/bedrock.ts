/**
 * `guarded-model-client/bedrock`: guard an existing client of Amazon Bedrock's runtime in place,
 * or use it as a provider of `guard.call` and `guard.stream`. Any version and build of
 * `@aws-sdk/client-bedrock-runtime` fits; the package itself is loaded only to make commands for a
 * provider.
 */
import type { GuardedModelClient } from "../client.ts";
import type { DoorwayOptions } from "../lifecycle/doorway-options.ts";
import { guardClient } from "./bedrock/guard-client.ts";

export {
  type BedrockCommands,
  bedrockConverse,
  type ConverseClient,
  type ConverseProvider,
} from "./bedrock/converse-provider.ts";

/** What any `BedrockRuntimeClient` has, and `BedrockRuntime` with its methods too. */
export interface BedrockClient {
  /** Says which service's client it is. */
  readonly config: object;
  /** Where the guard takes its place, before serializing and signing. */
  readonly middlewareStack: object;
  /** Every command goes through it, those of methods too. */
  send(...given: never[]): unknown;
}

/** How a client of Bedrock's is guarded. */
export type GuardBedrockOptions = DoorwayOptions;

/**
 * Guards the very client it is given and returns it: every command that carries a prompt goes
 * through guard, provider and telemetry, once for all of its attempts, and behaves as before.
 * Commands whose content the guard cannot be shown are refused unless `unguardedRequests` is
 * "allow".
 *
 * The guard comes right before a command is serialized and signed, behind all middleware that
 * changes its input. What leaves is held to what was approved: middleware that changes method, path
 * or body of the request fails the command with an `UnguardedRequestError`, and nothing is sent.
 * Guarding twice with the same guard is once.
 *
 * @throws ConfigurationError when `client` is no client of Bedrock's runtime of version 3.600 or
 * later, or is guarded by another guard already, when `guard` is no client, or an option is wrong.
 */
export function guardBedrock<C extends BedrockClient>(
  client: C,
  guard: GuardedModelClient,
  options: GuardBedrockOptions = {},
): C {
  return guardClient(client, guard, options);
}
