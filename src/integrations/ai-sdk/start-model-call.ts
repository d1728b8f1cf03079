import { joinSignals } from "../../base/join-signals.ts";
import type { MergedContext } from "../../lifecycle/context/context.ts";
import type { RecipientOf } from "../../lifecycle/masking/place-of.ts";
import { prepare } from "../../lifecycle/prepare.ts";
import { isApprovedAlready } from "../../lifecycle/run-in-lifecycle.ts";
import type { StartedCall } from "../../lifecycle/start-call.ts";
import { startLifecycle } from "../../lifecycle/start-lifecycle.ts";
import { type CodecRequest, type ModelCall, requestOf, type WrappedModel } from "./call-shape.ts";
import type { MiddlewareSetup } from "./middleware-setup.ts";
import type { ModelCallContext } from "./model-call-context.ts";

/** A model call whose lifecycle has started. */
export interface StartedModelCall {
  readonly request: CodecRequest;
  readonly context: MergedContext;
  readonly parts: ModelCallContext;
  readonly started: StartedCall<CodecRequest>;
  readonly provider: { readonly recipientOf: RecipientOf };
}

/**
 * Starts the lifecycle of a call. Undefined if an enclosing lifecycle has approved all of its
 * texts.
 */
export function startModelCall(
  setup: MiddlewareSetup,
  call: ModelCall,
  contextOf: () => ModelCallContext,
): StartedModelCall | undefined {
  const { gate, codec } = setup;
  const request = requestOf(call);
  const prepared = prepare(codec, request);
  const { abortSignal } = call.options;
  if (isApprovedAlready(gate, prepared.prompt, { signal: abortSignal })) return undefined;
  const parts = contextOf();
  const { merged } = parts;
  const context = { ...merged, signal: joinSignals(abortSignal, merged.signal) };
  const { operation } = codec;
  const record = startLifecycle(gate, { operation, prompt: prepared.prompt, context });
  const recipientOf: RecipientOf = () => recipientOfModel(call.model);
  return { request, context, parts, started: { prepared, record }, provider: { recipientOf } };
}

/** The provider's name, and the URL that most models of HTTP services contain. */
function recipientOfModel({ provider, config }: WrappedModel): string | undefined {
  if (typeof provider !== "string") return undefined;
  const { baseURL } = (config ?? {}) as { readonly baseURL?: unknown };
  return typeof baseURL === "string" ? `${provider} ${baseURL}` : provider;
}
