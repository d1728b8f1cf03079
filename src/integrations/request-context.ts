import { aFunction, assertOptions, strictObject } from "../base/option-rules.ts";
import type { GuardedModelClient } from "../client.ts";
import { ConfigurationError } from "../errors.ts";
import type { CallContext } from "../lifecycle/context/context.ts";
import { IDENTITY_RULES, type IdentityOptions, readIdentity } from "./http-identity.ts";

/** Options of {@link requestContext}. */
export interface RequestContextOptions<R = unknown> extends IdentityOptions<R> {
  /**
   * Returns more context from the request, for example user id and metadata. Errors it throws reach
   * the framework.
   */
  readonly context?: ((request: R) => CallContext) | undefined;
}

const rule = strictObject({ ...IDENTITY_RULES, context: aFunction });

/** A middleware that gets request, response and the next handler. */
export type RequestContextMiddleware<R> = (request: R, response: unknown, next: () => void) => void;

/**
 * Creates a middleware that sets the context of a request: every model call made while the request
 * is handled gets the identity that `identityFromRequest` reads.
 *
 * ```ts
 * app.use(requestContext(guard));                         // Express
 * fastify.addHook("preHandler", requestContext(guard));   // Fastify, after it has read the body
 * const open = requestContext(guard);                     // plain Node.js
 * createServer((req, res) => open(req, res, () => handle(req, res)));
 * ```
 *
 * @throws ConfigurationError naming the argument or option that is wrong.
 */
export function requestContext<R extends object = object>(
  guard: Pick<GuardedModelClient, "withContext">,
  options: RequestContextOptions<R> = {},
): RequestContextMiddleware<R> {
  const open = opener("requestContext", guard, options);
  return (request, _response, next) => {
    open(request, next);
  };
}

/**
 * The same for Hono: `app.use(honoRequestContext(guard))`. Functions in the options get the Hono
 * context.
 *
 * @throws ConfigurationError naming the argument or option that is wrong.
 */
export function honoRequestContext<C extends object = object>(
  guard: Pick<GuardedModelClient, "withContext">,
  options: RequestContextOptions<C> = {},
): (context: C, next: () => Promise<void>) => Promise<void> {
  return opener("honoRequestContext", guard, options);
}

/** A function that runs `next` with the identity of a request and, over it, the app's context. */
function opener<R extends object>(
  name: string,
  guard: Pick<GuardedModelClient, "withContext">,
  options: RequestContextOptions<R>,
): <T>(request: R, next: () => T) => T {
  if ((guard as Partial<GuardedModelClient> | undefined)?.withContext === undefined) {
    throw new ConfigurationError(
      "guard must be a GuardedModelClient: construct one, call methods on it.",
    );
  }
  assertOptions(name, rule, options);
  return (request, next) => {
    const own = options.context?.(request) ?? {};
    const requestIdentity = readIdentity(request, options);
    return guard.withContext({ requestIdentity }, () => guard.withContext(own, next));
  };
}
