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
  const { context } = call;
  const signal = joinSignals(context.signal, ownSignal(call, request));
  return signal === context.signal ? context : { ...context, signal };
}

/** Never throws: what cannot be read fails in the provider's client, as it does without a guard. */
function ownSignal({ requestOptions, provider }: OwnSignals, request: unknown) {
  try {
    const { signal, abortSignal } = Object(requestOptions) as SignalOptions;
    const own = signal ?? abortSignal ?? provider?.signalIn?.(request as never);
    return isSignal(own) ? own : undefined;
  } catch {
    return undefined;
  }
}

/** Clients take signals that are no `AbortSignal`, too; options of this name may be something else. */
function isSignal(value: unknown): value is AbortSignal {
  const { aborted, addEventListener } = Object(value) as Partial<AbortSignal>;
  const tells = typeof addEventListener === "function" || "onabort" in Object(value);
  return typeof aborted === "boolean" && tells;
}
