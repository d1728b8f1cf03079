import { AsyncLocalStorage } from "node:async_hooks";
import type { Gate } from "../gate.ts";
import { runMarked } from "../run-in-lifecycle.ts";
import type { FetchCall } from "./fetch-request.ts";
import type { GuardedFetchSetup } from "./fetch-setup.ts";

/** Whose request the global `fetch` is sending, if that is not the one from before. */
const sending = new AsyncLocalStorage<GuardedFetchSetup>();

/**
 * Sends by the base `fetch`, or by the global `fetch` of the moment. If that leads back to the
 * guarded `fetch` itself, directly or by a wrapper, which may wait or make a request of its own,
 * the prompt is known there as approved, and is sent by the `fetch` from before.
 */
export function sendBy(
  gate: Gate,
  setup: GuardedFetchSetup,
  { input, init }: FetchCall,
): Promise<Response> {
  const { baseFetch, isGlobal } = setup;
  if (!isGlobal || fetch === baseFetch || sending.getStore() === setup) {
    return baseFetch(input, init);
  }
  return sending.run(setup, () => runMarked(gate, init, () => fetch(input, init)));
}
