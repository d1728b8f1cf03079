import { markOptionsBySignal } from "../../lifecycle/run-in-lifecycle.ts";
import type { ModelProvider, ProviderCall } from "../../providers/model-provider.ts";
import { assertOneBody } from "./request-body.ts";

/** A client's resource with a method that makes answers, whole ones and streams. */
export interface Creator {
  create(body: never, options?: never): PromiseLike<unknown>;
}

/** A provider with the method's own types: request, answer, chunk and per-request options. */
export type CreatingProvider<Create extends Creator["create"]> = ModelProvider<
  Parameters<Create>[0],
  Exclude<Created<Create>, AsyncIterable<unknown>>,
  ChunkOf<Extract<Created<Create>, AsyncIterable<unknown>>>,
  OptionsOf<Create>
>;

type Created<Create extends Creator["create"]> = Awaited<ReturnType<Create>>;
type ChunkOf<Stream> = Stream extends AsyncIterable<infer Chunk> ? Chunk : never;

/** Inferred, because `Parameters` of a generic client is simplified to what its constraint has. */
type OptionsOf<Create> = Create extends (body: never, options?: infer Options) => unknown
  ? NonNullable<Options>
  : never;

type AnyProvider = ModelProvider<object, unknown, unknown, object>;

/** A provider whose calls are made by the method of a client's resource, streams by the same one. */
export function creatingProvider(
  creator: Creator,
  parts: Pick<AnyProvider, "codec" | "takesUsageRequest">,
): AnyProvider {
  const create = (call: ProviderCall<object, object>, stream: boolean): PromiseLike<unknown> => {
    const body = stream ? { ...call.request, stream } : call.request;
    return creator.create(body as never, callOptions(call) as never);
  };
  return {
    ...parts,
    recipientOf: () => addressOf(creator),
    call: async (call) => create(call, false),
    stream: async (call) => (await create(call, true)) as AsyncIterable<unknown>,
  };
}

/** Its client's, which every resource of the SDKs holds. */
function addressOf(creator: object): string | undefined {
  return (creator as { readonly _client?: { readonly baseURL?: string } })._client?.baseURL;
}

/**
 * The SDK's per-request options of a provider's call: the app's own, its signal, its lifecycle.
 *
 * @throws UnguardedRequestError for a body among them: the SDK would send it in place of the
 * request that was approved.
 */
function callOptions({ requestOptions, signal }: ProviderCall<object, object>): object {
  const own: { readonly fetchOptions?: object } = { ...requestOptions };
  const fetchOptions = own.fetchOptions && { ...own.fetchOptions };
  assertOneBody(own, fetchOptions);
  return { ...own, signal, fetchOptions: markOptionsBySignal(signal, fetchOptions) };
}
