import { makeGuardedFetch } from "../../lifecycle/guard-fetch.ts";
import type { Guarded } from "./admit.ts";
import { type ApiClient, hook } from "./client-shape.ts";
import { codecOf } from "./routes.ts";

/** Resources that are clients of their own, under the names the client keeps them by. */
const OWN_CLIENTS = [
  ...["_interactions", "_agents", "_webhooks", "_triggers", "_environments", "_credentials"],
  ...["_voices", "_nextGenClient"],
] as const;

/**
 * Guards the resources that do not go through the API client's requests but ask it for a `fetch`.
 * Those that were made before have asked already, and are made to ask again.
 */
export function hookFetch(client: object, api: ApiClient, guarded: Guarded): void {
  const { getFetch } = api;
  const { unguardedRequests = "refuse", context } = guarded.options;
  hook(api, "getFetch", function (this: unknown) {
    const base = getFetch.call(this as ApiClient) ?? ((input, init) => fetch(input, init));
    const door = makeGuardedFetch(guarded.gate, base, { unguardedRequests: "allow", context });
    return async (input: RequestInfo | URL, init?: RequestInit) => {
      const { method, url } = input instanceof Request ? input : { method: "GET", url: input };
      const route = { method: init?.method ?? method, path: new URL(url).pathname };
      codecOf(route, unguardedRequests);
      return door(input, init);
    };
  });
  const kept = client as Record<string, { sdk?: unknown } | undefined>;
  for (const name of OWN_CLIENTS) {
    const resource = kept[name];
    if (resource === undefined) continue;
    if (name === "_nextGenClient") kept[name] = undefined;
    else resource.sdk = undefined;
  }
}
