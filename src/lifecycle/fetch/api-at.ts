import { type HostAndPort, isProviderHost } from "../../providers/formats.ts";
import type { GuardedFetchSetup } from "./fetch-setup.ts";

/**
 * The host whose routes a request has: that of its address or, where a client sends its own to a
 * host that nobody knows, the one that the client is made for.
 */
export function apiAt({ client }: Pick<GuardedFetchSetup, "client">, url: URL): HostAndPort {
  if (client?.host !== url.host || isProviderHost(url)) return url;
  return { hostname: client.apiHost, port: "" };
}
