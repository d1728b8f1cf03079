import { AsyncLocalStorage } from "node:async_hooks";
import type { Gate } from "../gate.ts";
import { runMarked } from "../run-in-lifecycle.ts";
import type { GuardedFetchSetup } from "./fetch-setup.ts";

/** Whose request the global `fetch` is sending, if that is not the one from before. */
const sending = new AsyncLocalStorage<GuardedFetchSetup>();

/**
 * Sends by the global `fetch` of the moment. If that leads back to the guarded `fetch` itself,
 * directly or by a wrapper, which may wait or make a request of its own, the prompt is known there
 * as approved, and is sent by the `fetch` from before.
 */
export function sendingGlobally(gate: Gate, setup: GuardedFetchSetup): GuardedFetchSetup {
  if (sending.getStore() === setup) return setup;
  const baseFetch: typeof fetch = (input, init) => {
    if (fetch === setup.baseFetch) return fetch(input, init);
    return sending.run(setup, () => runMarked(gate, init, () => fetch(input, init)));
  };
  return { ...setup, baseFetch };
}
