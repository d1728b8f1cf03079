import { birth } from "../../lifecycle/birth.ts";
import type { Born } from "../../lifecycle/born.ts";
import { contextOf } from "../../lifecycle/call-context.ts";
import { type CallContext, type MergedContext, mergeContext } from "../../lifecycle/context.ts";
import { allowReferences, isEnclosed } from "../../lifecycle/enclose.ts";
import type { Gate } from "../../lifecycle/gate.ts";
import { joinSignals } from "../../lifecycle/join-signals.ts";
import { prepare } from "../../lifecycle/prepare.ts";
import { runCall } from "../../lifecycle/run-call.ts";
import { runStream } from "../../lifecycle/run-stream.ts";
import { countKept } from "../../providers/ai-sdk-language-model/kept-parts.ts";
import type { ProviderCodec } from "../../providers/provider.ts";
import {
  type CodecRequest,
  type ModelCall,
  type OpenedStream,
  optionsOf,
  requestOf,
} from "./call-shape.ts";
import { readPieces, streamOf } from "./part-stream.ts";
import { rememberFailure, retryOf } from "./retries.ts";

/** How models are guarded. */
export interface GuardMiddlewareOptions {
  /** Context for one call, from the options that its model is called with. */
  readonly context?: ((options: object) => CallContext) | undefined;
}

/** What a call is guarded with. */
export interface Guarding {
  readonly gate: Gate;
  readonly options: GuardMiddlewareOptions;
  readonly codec: ProviderCodec<CodecRequest, unknown, unknown>;
}

/** A call whose answer comes at once. `past` makes it as it is, for calls that are guarded already. */
export async function guardWhole(
  guarding: Guarding,
  call: ModelCall,
  steps: {
    readonly past: () => PromiseLike<unknown>;
    readonly approved: (options: object) => PromiseLike<unknown>;
  },
): Promise<unknown> {
  const entry = enterCall(guarding, call, false);
  if (entry === undefined) return steps.past();
  const { response } = await runCall(guarding.gate, {
    ...entry,
    codec: guarding.codec,
    invoke: ({ request, signal, clientEventId }) =>
      rememberFailure(call, clientEventId, async () => {
        allowReferences(signal, countKept(request));
        return steps.approved(optionsOf(request, signal));
      }),
  });
  return response;
}

/** A call whose answer is a stream of parts. */
export async function guardStreamed(
  guarding: Guarding,
  call: ModelCall,
  steps: {
    readonly past: () => PromiseLike<OpenedStream>;
    readonly approved: (options: object) => PromiseLike<OpenedStream>;
  },
): Promise<OpenedStream> {
  const entry = enterCall(guarding, call, true);
  if (entry === undefined) return steps.past();
  let opened: OpenedStream | undefined;
  const stream = await runStream(guarding.gate, {
    ...entry,
    codec: guarding.codec,
    takesUsageRequest: false,
    invoke: ({ request, signal, clientEventId }) =>
      rememberFailure(call, clientEventId, async () => {
        allowReferences(signal, countKept(request));
        opened = await steps.approved(optionsOf(request, signal));
        return readPieces(opened.stream);
      }),
  });
  return { ...(opened as OpenedStream), stream: streamOf(stream) };
}

/** A call that begins its lifecycle. */
interface Entry {
  readonly request: CodecRequest;
  readonly context: MergedContext;
  readonly born: Born<CodecRequest>;
}

/** Undefined for a call inside a lifecycle that has approved all of its words. */
function enterCall(guarding: Guarding, call: ModelCall, stream: boolean): Entry | undefined {
  const { gate, codec, options } = guarding;
  gate.services.active.assertOpen();
  const request = requestOf(call, stream);
  const prepared = prepare(codec, request);
  const { abortSignal } = call.options;
  if (isEnclosed(gate, prepared.prompt, { signal: abortSignal })) return undefined;
  const own = mergeContext(contextOf(gate, options.context?.(call.options)), retryOf(call));
  const context = { ...own, signal: joinSignals(abortSignal, own.signal) };
  const { operation } = codec;
  const record = birth(gate, { operation, prompt: prepared.prompt, context });
  return { request, context, born: { prepared, record } };
}
