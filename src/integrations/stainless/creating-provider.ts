import { markOptionsBySignal } from "../../lifecycle/run-in-lifecycle.ts";
import type { ModelProvider, ProviderCall } from "../../providers/model-provider.ts";
import { assertOneBody } from "./request-body.ts";

/** A client's resource with a method that creates answers, complete or streamed. */
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

/** By inference, because `Parameters` of a generic client would be reduced to its constraint. */
type OptionsOf<Create> = Create extends (body: never, options?: infer Options) => unknown
  ? NonNullable<Options>
  : never;

type AnyProvider = ModelProvider<object, unknown, unknown, object>;

/** A provider that calls the `create` method of a client's resource, also for streams. */
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

/** The base URL of its client, which every resource of the SDKs references. */
function addressOf(creator: object): string | undefined {
  return (creator as { readonly _client?: { readonly baseURL?: string } })._client?.baseURL;
}

/**
 * The per-request options of a provider's call: the app's own, its signal and its lifecycle.
 *
 * @throws UnguardedRequestError for a `body` in them, which the SDK would send instead of the
 * approved request.
 */
function callOptions({ requestOptions, signal }: ProviderCall<object, object>): object {
  const own: { readonly fetchOptions?: object } = { ...requestOptions };
  const fetchOptions = own.fetchOptions && { ...own.fetchOptions };
  assertOneBody(own, fetchOptions);
  return { ...own, signal, fetchOptions: markOptionsBySignal(signal, fetchOptions) };
}
