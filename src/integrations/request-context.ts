import { aFunction, assertOptions, shape } from "../base/option-rules.ts";
import type { GuardedModelClient } from "../client.ts";
import type { CallContext } from "../lifecycle/context/context.ts";
import { IDENTITY_RULES, type IdentityOptions, readIdentity } from "./http-identity.ts";

/** What {@link requestContext} knows of a request. */
export interface RequestContextOptions<R = unknown> extends IdentityOptions<R> {
  /** More context from the request: the user's id, metadata. What it throws reaches the framework. */
  readonly context?: ((request: R) => CallContext) | undefined;
}

const rule = shape({ ...IDENTITY_RULES, context: aFunction });

/** Request, answer, and the rest of the way. */
export type RequestContextMiddleware<R> = (request: R, response: unknown, next: () => void) => void;

/**
 * A middleware that opens the context of a request: every model call on the rest of its way
 * carries the identity that `identityFromRequest` reads.
 *
 * ```ts
 * app.use(requestContext(guard));                         // Express
 * fastify.addHook("preHandler", requestContext(guard));   // Fastify, after it has read the body
 * const open = requestContext(guard);                     // plain Node.js
 * createServer((req, res) => open(req, res, () => handle(req, res)));
 * ```
 *
 * @throws ConfigurationError naming the option that is wrong.
 */
export function requestContext<R extends object = object>(
  guard: Pick<GuardedModelClient, "withContext">,
  options: RequestContextOptions<R> = {},
): RequestContextMiddleware<R> {
  assertOptions("requestContext", rule, options);
  return (request, _response, next) => {
    guard.withContext(contextOf(request, options), next);
  };
}

/**
 * The same for Hono: `app.use(honoRequestContext(guard))`. Its context is what the options get.
 *
 * @throws ConfigurationError naming the option that is wrong.
 */
export function honoRequestContext<C extends object = object>(
  guard: Pick<GuardedModelClient, "withContext">,
  options: RequestContextOptions<C> = {},
): (context: C, next: () => Promise<void>) => Promise<void> {
  assertOptions("honoRequestContext", rule, options);
  return (context, next) => guard.withContext(contextOf(context, options), next);
}

function contextOf<R extends object>(request: R, options: RequestContextOptions<R>): CallContext {
  const own = options.context?.(request);
  // Nothing is known of it yet, and nothing would be left of it: refused by whoever takes contexts.
  if (own instanceof Promise) return own;
  const requestIdentity = { ...readIdentity(request, options), ...own?.requestIdentity };
  return { ...own, requestIdentity };
}
