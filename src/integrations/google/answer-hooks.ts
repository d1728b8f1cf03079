import type { ActiveCalls } from "../../lifecycle/active-calls.ts";
import { attachLifecycle, lifecycleOf } from "../../lifecycle/lifecycle-of.ts";
import { hook } from "../hook.ts";
import { announceRequests } from "./announce.ts";
import { AppCall } from "./app-call.ts";
import type { ApiClient } from "./client-shape.ts";

/** The app's call that the current request belongs to, and the answer to the request. */
interface Slot {
  readonly appCall: AppCall | undefined;
  answer?: Promise<object>;
}

/** Methods of resources that make one request and return its answer. */
const ANSWERING = {
  models: [
    ...["generateContentInternal", "generateContentStreamInternal", "embedContentInternal"],
    ...["countTokens", "computeTokens", "generateImages", "generateVideos", "editImage"],
    ...["upscaleImage", "recontextImage", "segmentImage"],
  ],
  caches: ["create"],
} as const;

type Resources = Readonly<Record<keyof typeof ANSWERING, object | undefined>>;
type Methods = Record<string, ((this: unknown, params: object) => Promise<object>) | undefined>;

/**
 * Attaches lifecycles to answers and streams, which the client creates anew from the responses. Its
 * resources make their requests before they await anything, so a request belongs to the method
 * being called at that moment.
 */
export function hookAnswers(api: ApiClient, resources: Resources, active: ActiveCalls): void {
  const current: { slot: Slot | undefined } = { slot: undefined };
  const prepare = announceRequests(api, active);
  for (const name of ["request", "requestStream"] as const) {
    const original = api[name];
    hook(api, name, function (this: unknown, request) {
      const { slot } = current;
      const reservation = slot?.appCall?.takeReservation(active) ?? active.reserve();
      const answer = prepare(reservation, () => original.call(this as ApiClient, request));
      if (slot !== undefined) slot.answer ??= answer;
      return answer;
    });
  }
  for (const [resource, names] of Object.entries(ANSWERING)) {
    const methods = resources[resource as keyof Resources] as Methods | undefined;
    for (const name of names) hookAnswer(methods, name, current);
  }
}

function hookAnswer(
  methods: Methods | undefined,
  name: string,
  current: { slot: Slot | undefined },
): void {
  const original = methods?.[name];
  if (methods === undefined || typeof original !== "function") return;
  hook(methods, name, async function (this: unknown, params) {
    const appCall = AppCall.of(params);
    const slot: Slot = { appCall };
    current.slot = slot;
    let making: Promise<object>;
    try {
      making = original.call(this, params);
    } finally {
      current.slot = undefined;
    }
    const made = await making;
    const lifecycle = lifecycleOf(await slot.answer);
    if (lifecycle === undefined) return made;
    attachLifecycle(made, lifecycle);
    appCall?.tell(lifecycle);
    return made;
  });
}
