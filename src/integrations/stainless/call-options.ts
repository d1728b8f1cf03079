import { encloseBySignal } from "../../lifecycle/enclose.ts";
import type { ProviderCall } from "../../providers/model-provider.ts";
import { assertOneBody } from "./request-body.ts";

/**
 * The SDK's per-request options of a provider's call: the app's own, its signal, its lifecycle.
 *
 * @throws UnguardedRequestError for a body among them: the SDK would send it in place of the
 * request that was approved.
 */
export function callOptions({ requestOptions, signal }: ProviderCall<object, object>): object {
  const own: { readonly fetchOptions?: object } = { ...requestOptions };
  const fetchOptions = own.fetchOptions && { ...own.fetchOptions };
  assertOneBody(own, fetchOptions);
  return { ...own, signal, fetchOptions: encloseBySignal(signal, fetchOptions) };
}

/**
 * The per-request options of a client's method that makes a call. Inferred, because `Parameters` of
 * a generic client is simplified to what its constraint has.
 */
export type OptionsOf<Create> = Create extends (body: never, options?: infer Options) => unknown
  ? NonNullable<Options>
  : never;
