import { hiddenField } from "../../base/hidden-field.ts";
import type { Gate } from "../../lifecycle/gate.ts";
import { attachLifecycle } from "../../lifecycle/lifecycle-of.ts";
import { attemptWithin } from "../../lifecycle/run-in-lifecycle.ts";
import { hook } from "../hook.ts";
import { ADMISSION, type Admission } from "./admission.ts";
import { type Admitted, admit, type Guarded, type OutgoingCall } from "./admit.ts";
import { reservationOf } from "./announce.ts";
import type { ApiClient, RequestInitParts } from "./client-shape.ts";
import { limitsOf, startAnew } from "./limits.ts";
import { ReadStream } from "./read-stream.ts";

type AdmittedInit = RequestInitParts & { readonly [ADMISSION]?: Admission };

const admissions = hiddenField<Admission>();

/** Guards each logical call once, before its attempts and outside its timeout. */
export function hookCalls(api: ApiClient, guarded: Guarded): void {
  for (const name of ["unaryApiCall", "streamApiCall"] as const) {
    const original = api[name];
    // biome-ignore lint/complexity/useMaxParams: the client's own signature
    hook(api, name, async function (this: unknown, url, init, method, ...rest) {
      const [retryOptions, timeoutMs, abortSignal, fetchFn] = rest;
      const limits = limitsOf(init);
      const ending = limits === undefined ? abortSignal : limits.signal;
      const admitted = await admitReserved(guarded, { url, init, method, signal: ending });
      if (admitted === undefined) return original.call(this, url, init, method, ...rest);
      const { admission, signal } = admitted;
      const own = limits && startAnew({ ...limits, signal });
      const marked: AdmittedInit = { ...admitted.init, ...own, [ADMISSION]: admission };
      try {
        const attempts = [retryOptions, timeoutMs, signal, fetchFn] as const;
        const answer = await original.call(this, url, marked, method, ...attempts);
        attachLifecycle(answer, admission.lifecycle);
        return answer;
      } catch (error) {
        await admission.fail(error);
        throw error;
      }
    });
  }
  hookAttempts(api, guarded.gate);
}

/** A flush or close waits for a call only until it has its lifecycle, or will not get one. */
async function admitReserved(
  guarded: Guarded,
  call: Omit<OutgoingCall, "reservation">,
): Promise<Admitted | undefined> {
  const { active } = guarded.gate.services;
  const reservation = reservationOf(call.init, active);
  try {
    return await admit(guarded, { reservation, ...call });
  } finally {
    active.release(reservation);
  }
}

function hookAttempts(api: ApiClient, gate: Gate): void {
  const { apiCall, processStreamResponse } = api;
  // biome-ignore lint/complexity/useMaxParams: the client's own signature
  hook(api, "apiCall", async function (this: unknown, url, init, ...rest) {
    const { [ADMISSION]: admission, ...sent } = init as AdmittedInit;
    const attempt = (): Promise<Response> => apiCall.call(this as ApiClient, url, sent, ...rest);
    if (admission === undefined) return attempt();
    const response = await attemptWithin(gate, sent, attempt);
    admissions.set(response, admission);
    admission.observe(response);
    return response;
  });
  hook(api, "processStreamResponse", function (this: unknown, response) {
    const source = processStreamResponse.call(this as ApiClient, response);
    const admission = admissions.get(response);
    if (admission === undefined) return source;
    const stream = new ReadStream({ source, response, admission });
    attachLifecycle(stream, admission.lifecycle);
    return stream;
  });
}
