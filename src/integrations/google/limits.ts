import { hiddenField } from "../../base/hidden-field.ts";
import type { ApiClient, HttpLimits, RequestInitParts } from "./client-shape.ts";

/** What ends a call before its answer. */
export interface Limits {
  /** As set by the app on the call or on the client. */
  readonly timeoutMs: number | undefined;
  /** The app's own. */
  readonly signal: AbortSignal | undefined;
}

const kept = hiddenField<Limits>();

/**
 * With at least this many parameters, a client passes limits to each call and starts its timer at
 * each attempt.
 */
const TAKES_LIMITS = 6;

/**
 * Whether a client combines the limits of a call into one signal before it sends anything, as up to
 * version 2.15: its timer would run while the guard is asked. Must be called before the client is
 * hooked.
 */
export function makesSignals({ unaryApiCall }: ApiClient): boolean {
  return unaryApiCall.length < TAKES_LIMITS;
}

/** Keeps the limits of a call with its request: the object that the client has completed. */
export function keepLimits(
  completed: RequestInitParts,
  options: HttpLimits | undefined,
  rest: readonly unknown[],
): void {
  // The last argument, after a URL in some versions. An app's signal may be of a different class.
  const signal = rest.find((each) => typeof each === "object" && each !== null);
  kept.set(completed, { timeoutMs: options?.timeout, signal: signal as AbortSignal | undefined });
}

/** Undefined for clients that start the timer when the call is sent. */
export function limitsOf(init: RequestInitParts): Limits | undefined {
  return kept.get(init);
}

/** A signal like the client's, with the timer starting now; empty if there are no limits. */
export function startAnew({ timeoutMs = 0, signal }: Limits): { signal?: AbortSignal } {
  if (timeoutMs <= 0 && signal === undefined) return {};
  const controller = new AbortController();
  // The client gives no reason, regardless of what ended the call.
  const end = () => controller.abort();
  if (timeoutMs > 0) setTimeout(end, timeoutMs).unref();
  if (signal?.aborted) end();
  signal?.addEventListener("abort", end, { once: true });
  return { signal: controller.signal };
}
