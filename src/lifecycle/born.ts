import type { ProviderCodec } from "../providers/provider.ts";
import { birth } from "./birth.ts";
import type { MergedContext } from "./context/context.ts";
import type { Gate } from "./gate.ts";
import type { LifecycleRecord } from "./lifecycle.ts";
import { type Prepared, prepare } from "./prepare.ts";

/** A call whose lifecycle has begun: it has its id, and its words were set aside. */
export interface Born<Request> {
  readonly prepared: Prepared<Request>;
  readonly record: LifecycleRecord;
}

/** Reads the request and begins its lifecycle, all at once and before anything is awaited. */
export function bear<Request, Response, Chunk>(
  gate: Gate,
  call: {
    readonly codec: ProviderCodec<Request, Response, Chunk>;
    readonly request: Request;
    readonly context: MergedContext;
  },
): Born<Request> {
  gate.services.active.assertOpen();
  const prepared = prepare(call.codec, call.request);
  const { operation } = call.codec;
  const { context } = call;
  return { prepared, record: birth(gate, { operation, prompt: prepared.prompt, context }) };
}
