import { joinSignals } from "../base/join-signals.ts";
import type { MergedContext } from "./context/context.ts";

/** Where provider clients take the signal of one request. */
interface SignalOptions {
  readonly signal?: unknown;
  readonly abortSignal?: unknown;
}

/**
 * The context of a call whose per-request options may have a signal of their own. An app that
 * passes its client's options expects that signal to cancel the call, guard included.
 */
export function withOwnSignal(context: MergedContext, requestOptions: unknown): MergedContext {
  const { signal, abortSignal } = Object(requestOptions) as SignalOptions;
  const own = signal ?? abortSignal;
  if (!(own instanceof AbortSignal)) return context;
  return { ...context, signal: joinSignals(context.signal, own) };
}
