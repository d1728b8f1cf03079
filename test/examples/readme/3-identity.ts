import { GuardedModelClient } from "../../../src/index.ts";

const guard = new GuardedModelClient({ defaults: { clientCapabilities: { framework: "hono" } } });

export function handle(request: Request, work: () => Promise<Response>): Promise<Response> {
  const userAgent = request.headers.get("user-agent") ?? undefined;
  return guard.withContext({ userId: "user-7", requestIdentity: { userAgent } }, work);
}
