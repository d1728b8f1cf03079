import { GuardedModelClient, identityFromRequest, requestContext } from "../../../../src/index.ts";

const guard = new GuardedModelClient({
  defaults: { clientCapabilities: { framework: "express" } },
});

// Express: `app.use(open)`; Fastify: `addHook("preHandler", open)`; Hono: `honoRequestContext`.
// `trustedHops`: how many of your own proxies stand in front. Default 0: forwarding headers are ignored.
// Also `forwardedHeader` (which header they set), `tenantId`, `geo`, and `context` for more of the request.
export const open = requestContext(guard, { trustedHops: 1, sessionId: { header: "x-session" } });

// Or by hand, for requests of Node.js, Express, Fastify, Hono and Fetch.
export function handle(request: Request, work: () => Promise<Response>): Promise<Response> {
  const requestIdentity = identityFromRequest(request, { tenantId: { header: "x-tenant" } });
  return guard.withContext({ userId: "user-7", requestIdentity }, work);
}
