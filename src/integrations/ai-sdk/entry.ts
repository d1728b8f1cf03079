import { joinSignals } from "../../base/join-signals.ts";
import { birth } from "../../lifecycle/birth.ts";
import type { Born } from "../../lifecycle/born.ts";
import { contextOf } from "../../lifecycle/context/call-context.ts";
import type { MergedContext } from "../../lifecycle/context/context.ts";
import { isEnclosed } from "../../lifecycle/enclose.ts";
import { prepare } from "../../lifecycle/prepare.ts";
import { type CodecRequest, type ModelCall, requestOf } from "./call-shape.ts";
import type { Guarding } from "./guarding.ts";

/** A call that begins its lifecycle. */
export interface Entry {
  readonly request: CodecRequest;
  readonly context: MergedContext;
  readonly born: Born<CodecRequest>;
}

/** Undefined for a call inside a lifecycle that has approved all of its words. */
export function enterCall(guarding: Guarding, call: ModelCall): Entry | undefined {
  const { gate, codec } = guarding;
  const request = requestOf(call);
  const prepared = prepare(codec, request);
  const { abortSignal } = call.options;
  if (isEnclosed(gate, prepared.prompt, { signal: abortSignal })) return undefined;
  const own = contextFor(guarding, call);
  const context = { ...own, signal: joinSignals(abortSignal, own.signal) };
  const { operation } = codec;
  const record = birth(gate, { operation, prompt: prepared.prompt, context });
  return { request, context, born: { prepared, record } };
}

/** The context of a call: the client's, the scopes', and what the option says of it. */
export function contextFor({ gate, options }: Guarding, call: ModelCall): MergedContext {
  return contextOf(gate, options.context?.(call.options));
}
