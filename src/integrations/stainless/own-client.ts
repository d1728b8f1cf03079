import { ConfigurationError } from "../../errors.ts";
import { unwrapped } from "../unwrapped.ts";
import { type ClientInternals, internalsOf } from "./client-shape.ts";
import type { ClientDialect } from "./dialect.ts";

/** The client that a resource sends its requests with. */
interface Resource {
  readonly _client?: object | undefined;
}

/**
 * The client that the resources of `client` send their requests with, which is where the guard must
 * be installed: `client` itself, or the target of a proxy.
 *
 * @throws ConfigurationError for a foreign object, and for a wrapper that hides where its requests
 * go.
 */
export function ownClient(client: object, { expected, helpful }: ClientDialect): ClientInternals {
  internalsOf(client, expected);
  const [sender] = sendersOf(helpful(unwrapped(client)));
  const isOwn = sender !== undefined && sendersOf(helpful(sender)).every((it) => it === sender);
  if (isOwn) return internalsOf(sender, expected);
  throw new ConfigurationError(
    `client must be ${expected}, and not something around one that hides it. Guard the client itself, and wrap what you get.`,
  );
}

function sendersOf(resources: readonly (Resource | undefined)[]): (object | undefined)[] {
  return resources.filter((resource) => resource !== undefined).map(({ _client }) => _client);
}
