import { orUndo } from "../../base/or-undo.ts";
import { guardErrorOf } from "../../guard-error-of.ts";
import type { GuardedFetchSetup } from "../../lifecycle/fetch/fetch-setup.ts";
import { isOwnRequest } from "../../lifecycle/fetch/own-request.ts";
import { hook } from "../hook.ts";
import type { Guarded } from "./admit.ts";
import type { ApiClient } from "./client-shape.ts";
import { refuseOwnClients, resetOwnClients } from "./own-clients.ts";
import { assertNothingSaid, codecOf } from "./routes.ts";
import { SeparateResources } from "./separate-resources.ts";

/** Guards the requests of these resources; loaded with the first one. */
let loaded: typeof import("../../lifecycle/fetch/run-fetch.ts") | undefined;

/**
 * Guards the resources that bypass the API client's requests but ask it for a `fetch`. Those
 * created before have already asked, and are reset so that they ask again.
 */
export function hookFetch(client: object, api: ApiClient, guarded: Guarded): void {
  const { getFetch } = api;
  const { gate, options } = guarded;
  const { unguardedRequests = "refuse", context } = options;
  if (getFetch === undefined) {
    if (unguardedRequests === "refuse") refuseOwnClients(client);
    return;
  }
  const { active } = gate.services;
  const resources = new SeparateResources(active);
  hook(api, "getFetch", function (this: unknown) {
    const baseFetch = getFetch.call(this as ApiClient) ?? ((input, init) => fetch(input, init));
    return async (input: RequestInfo | URL, init?: RequestInit) => {
      const { method, url } = isOwnRequest(input) ? input : { method: "GET", url: input };
      const route = { method: init?.method ?? method, path: new URL(url).pathname };
      const codec = codecOf(route, unguardedRequests);
      if (codec === undefined && unguardedRequests === "refuse") {
        assertNothingSaid(route, await bodyOf(input, init));
      }
      const reservation = codec === undefined ? active.reserve() : resources.take();
      // The client is Google's, so its formats are known by path on any host.
      const rules = codec === undefined ? [] : [{ format: codec, matches: () => true }];
      const setup: GuardedFetchSetup = { baseFetch, rules, unguardedRequests: "allow", context };
      loaded ??= await orUndo(import("../../lifecycle/fetch/run-fetch.ts"), () =>
        active.release(reservation),
      );
      const answer = await loaded.runFetch(gate, setup, { input, init, reservation });
      if (codec !== undefined) assertDecided(answer);
      return answer;
    };
  });
  resetOwnClients(client);
  resources.watch(client);
}

/**
 * These resources repeat a request that is answered with a 5xx, whatever its headers say, and none
 * whose `fetch` throws an error of this package: without a decision, a call must end.
 *
 * @throws the error behind a 503 of this package.
 */
function assertDecided(answer: Response): void {
  const refusal = answer.status === 503 ? guardErrorOf(answer) : undefined;
  if (refusal !== undefined) throw refusal;
}

/** The body of a request, which can still be sent afterwards. */
async function bodyOf(input: RequestInfo | URL, init: RequestInit | undefined): Promise<unknown> {
  if (init?.body !== undefined || !isOwnRequest(input) || input.body === null) return init?.body;
  return input.clone().text();
}
