import type { ProviderCodec } from "../providers/provider.ts";
import type { MergedContext } from "./context/context.ts";
import type { Gate } from "./gate.ts";
import type { LifecycleRecord } from "./lifecycle.ts";
import { type Prepared, prepare } from "./prepare.ts";
import { startLifecycle } from "./start-lifecycle.ts";

/** A call whose lifecycle has started: it has an id, and its request was copied. */
export interface StartedCall<Request> {
  readonly prepared: Prepared<Request>;
  readonly record: LifecycleRecord;
}

/** Copies and reads the request and starts its lifecycle, all synchronously. */
export function startCall<Request, Response, Chunk>(
  gate: Gate,
  call: {
    readonly codec: ProviderCodec<Request, Response, Chunk>;
    readonly request: Request;
    readonly context: MergedContext;
  },
): StartedCall<Request> {
  gate.services.active.assertOpen();
  const prepared = prepare(call.codec, call.request);
  const { operation } = call.codec;
  const { context } = call;
  return {
    prepared,
    record: startLifecycle(gate, { operation, prompt: prepared.prompt, context }),
  };
}
