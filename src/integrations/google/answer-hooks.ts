import type { ActiveCalls } from "../../lifecycle/active-calls.ts";
import { attachLifecycle, lifecycleOf } from "../../lifecycle/lifecycle-of.ts";
import { announceRequests } from "./announce.ts";
import { BegunCall } from "./begun.ts";
import { type ApiClient, hook, type ModelsInternals } from "./client-shape.ts";

/** What the request that is being made right now belongs to and comes to. */
interface Slot {
  readonly begun: BegunCall | undefined;
  answer?: Promise<object>;
}

/** Methods that make one request, and their answer of what it came to. */
const ANSWERING = [
  ...(["generateContentInternal", "generateContentStreamInternal"] as const),
  ...(["embedContentInternal", "countTokens", "computeTokens"] as const),
];

/**
 * Lets answers and streams, which the client makes anew from what it was sent, be traced to their
 * lifecycles. Its resources make their requests before they wait for anything, so that a request
 * belongs to whoever is just being called.
 */
export function hookAnswers(api: ApiClient, models: ModelsInternals, active: ActiveCalls): void {
  const current: { slot: Slot | undefined } = { slot: undefined };
  const prepare = announceRequests(api, active);
  for (const name of ["request", "requestStream"] as const) {
    const original = api[name];
    hook(api, name, function (this: unknown, request) {
      const { slot } = current;
      const arrival = slot?.begun?.takeArrival(active) ?? active.arrive();
      const answer = prepare(arrival, () => original.call(this as ApiClient, request));
      if (slot !== undefined) slot.answer ??= answer;
      return answer;
    });
  }
  for (const name of ANSWERING) {
    const original = models[name];
    if (typeof original !== "function") continue;
    hook(models, name, async function (this: unknown, params) {
      const begun = BegunCall.of(params);
      const slot: Slot = { begun };
      current.slot = slot;
      let making: Promise<object>;
      try {
        making = original.call(this as ModelsInternals, params);
      } finally {
        current.slot = undefined;
      }
      const made = await making;
      const lifecycle = lifecycleOf(await slot.answer);
      if (lifecycle === undefined) return made;
      attachLifecycle(made, lifecycle);
      begun?.tell(lifecycle);
      return made;
    });
  }
}
