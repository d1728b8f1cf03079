import { joinSignals } from "../base/join-signals.ts";
import type { MergedContext } from "./context/context.ts";

/** A call that may have signals besides that of its context. */
interface OwnSignals {
  readonly context: MergedContext;
  readonly requestOptions?: unknown;
  readonly provider?: { readonly signalIn?: ((request: never) => unknown) | undefined } | undefined;
}

/** Where provider clients take the signal of one request. */
interface SignalOptions {
  readonly signal?: unknown;
  readonly abortSignal?: unknown;
}

/**
 * The context of a call, whose request or per-request options may have a signal of their own. An
 * app that passes what its client takes expects that signal to cancel the call, guard included.
 */
export function withOwnSignal(call: OwnSignals, request: unknown): MergedContext {
  const { context, requestOptions, provider } = call;
  const { signal, abortSignal } = Object(requestOptions) as SignalOptions;
  const own = signal ?? abortSignal ?? provider?.signalIn?.(request as never);
  if (!(own instanceof AbortSignal)) return context;
  return { ...context, signal: joinSignals(context.signal, own) };
}
