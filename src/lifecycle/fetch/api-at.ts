import { type HostAndPort, isProviderHost } from "../../providers/formats.ts";
import type { Route } from "../../providers/provider.ts";
import type { GuardedFetchSetup } from "./fetch-setup.ts";

/**
 * The host whose routes a request has: that of its address or, where a client sends its own to a
 * host that nobody knows, the one that the client is made for.
 */
export function apiAt({ client }: Pick<GuardedFetchSetup, "client">, url: URL): HostAndPort {
  if (client?.base.host !== url.host || isProviderHost(url)) return url;
  return { hostname: client.apiHost, port: "" };
}

/** A route at such a host as the client names it: below the path that its requests begin with. */
export function routeBelowBase({ client }: Pick<GuardedFetchSetup, "client">, route: Route): Route {
  const basePath = client?.base.pathname.replace(/\/$/, "") ?? "";
  const isBelow = route.path.startsWith(`${basePath}/`);
  return isBelow ? { ...route, path: route.path.slice(basePath.length) } : route;
}
