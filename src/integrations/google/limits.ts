import { hiddenField } from "../../base/hidden-field.ts";
import type { ApiClient, HttpLimits, RequestInitParts } from "./client-shape.ts";

/** What ends a call before its answer does. */
export interface Limits {
  /** As the app set it on the call or on the client. */
  readonly timeoutMs: number | undefined;
  /** The app's own. */
  readonly signal: AbortSignal | undefined;
}

const kept = hiddenField<Limits>();

/** From here on the client hands its limits to each call, and starts its clock at each attempt. */
const TAKES_LIMITS = 6;

/**
 * Whether a client makes one signal of what ends a call before it sends anything, as it does until
 * version 2.15: its clock would run while the guard is asked. To be asked before it is hooked.
 */
export function makesSignals({ unaryApiCall }: ApiClient): boolean {
  return unaryApiCall.length < TAKES_LIMITS;
}

/** Keeps what ends a call with its request, by what the client has completed that with. */
export function keepLimits(
  completed: RequestInitParts,
  options: HttpLimits | undefined,
  rest: readonly unknown[],
): void {
  // The last, behind a URL in some versions; an app's may be of a class of its own.
  const signal = rest.find((each) => typeof each === "object" && each !== null);
  kept.set(completed, { timeoutMs: options?.timeout, signal: signal as AbortSignal | undefined });
}

/** Undefined for clients that begin to count when the call is sent. */
export function limitsOf(init: RequestInitParts): Limits | undefined {
  return kept.get(init);
}

/** The signal as the client makes it, its clock beginning now; nothing where nothing ends it. */
export function startAnew({ timeoutMs = 0, signal }: Limits): { signal?: AbortSignal } {
  if (timeoutMs <= 0 && signal === undefined) return {};
  const controller = new AbortController();
  // The client tells no reason, whoever ended the call.
  const end = () => controller.abort();
  if (timeoutMs > 0) setTimeout(end, timeoutMs).unref();
  if (signal?.aborted) end();
  signal?.addEventListener("abort", end, { once: true });
  return { signal: controller.signal };
}
