import type { FetchCall } from "./fetch-request.ts";
import type { GuardedFetchSetup } from "./fetch-setup.ts";

/** The request that is being handed to the global `fetch`, and by whom. */
interface Sending {
  readonly setup: GuardedFetchSetup;
  readonly input: unknown;
  readonly init: unknown;
}

let sending: Sending | undefined;

/**
 * Sends by the global `fetch` of the moment. If that is the guarded `fetch` itself, the request
 * comes back while it is being sent: see {@link comesBack}.
 */
export function sendingGlobally(setup: GuardedFetchSetup): GuardedFetchSetup {
  const baseFetch: typeof fetch = (input, init) => {
    const outer = sending;
    sending = { setup, input, init };
    try {
      return fetch(input, init);
    } finally {
      sending = outer;
    }
  };
  return { ...setup, baseFetch };
}

/** Whether this is the very request that is being sent, which was guarded already. */
export function comesBack(setup: GuardedFetchSetup, { input, init }: FetchCall): boolean {
  return sending?.setup === setup && sending.input === input && sending.init === init;
}
