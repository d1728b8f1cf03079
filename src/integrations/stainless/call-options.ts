import { encloseBySignal } from "../../lifecycle/enclose.ts";
import type { ProviderCall } from "../../providers/model-provider.ts";

/** The SDK's per-request options of a provider's call: the app's own, its signal, its lifecycle. */
export function callOptions({ requestOptions, signal }: ProviderCall<object, object>): object {
  const { fetchOptions } = (requestOptions ?? {}) as { readonly fetchOptions?: object };
  return { ...requestOptions, signal, fetchOptions: encloseBySignal(signal, fetchOptions) };
}
