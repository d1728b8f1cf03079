import { guarded } from "../../lifecycle/fetch/guard-fetch.ts";
import type { ClientInternals, SdkFetch } from "./client-shape.ts";
import type { Guarded } from "./guarded.ts";

/**
 * Libraries make a client of their own from the address, the key and the options that a client has
 * kept (CopilotKit a model of the AI SDK), which would send its prompts past the guard. The `fetch`
 * that they find among those options guards what it is given, so their requests are guarded too.
 *
 * `base` is the `fetch` that the client itself sends with.
 */
export function guardStoredFetch(
  client: ClientInternals,
  base: SdkFetch,
  { gate, options, dialect }: Guarded,
): void {
  const { _options: stored } = client;
  if (typeof stored !== "object" || stored === null) return;
  let guardedBase: SdkFetch | undefined;
  // Made with the first request: once there is one, each provider call has an async scope.
  const send: SdkFetch = (...given) => {
    guardedBase ??= guarded(gate, {
      ...options,
      baseFetch: base as typeof fetch,
      // Only there: clients get tokens from other hosts by this `fetch`. The host of the moment,
      // because it may be known only after a profile was read.
      get client() {
        return { base: new URL(client.baseURL), apiHost: dialect.apiHost };
      },
    });
    return guardedBase(...given);
  };
  bases.set(send, base);
  // A copy: the object may be the app's own, which makes other clients from it.
  client._options = { ...stored, fetch: send };
}

const bases = new WeakMap<SdkFetch, SdkFetch>();

/** Early versions of `withOptions` send with the stored `fetch`: this is the one behind it. */
export function behindStored(fetch: SdkFetch): SdkFetch {
  return bases.get(fetch) ?? fetch;
}
