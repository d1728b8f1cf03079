import { GuardedModelClient, identityFromRequest, requestContext } from "../../../src/index.ts";

const guard = new GuardedModelClient({
  defaults: { clientCapabilities: { framework: "express" } },
});

// Express: `app.use(open)`; Fastify: `addHook("preHandler", open)`; Hono: `honoRequestContext`.
// Addresses are believed from as many proxies as are yours, and from no others.
export const open = requestContext(guard, { trustedHops: 1, sessionId: { header: "x-session" } });

// Or by hand, anywhere: takes requests of Node.js, Express, Fastify, Hono and Fetch.
export function handle(request: Request, work: () => Promise<Response>): Promise<Response> {
  const requestIdentity = identityFromRequest(request, { tenantId: { header: "x-tenant" } });
  return guard.withContext({ userId: "user-7", requestIdentity }, work);
}
