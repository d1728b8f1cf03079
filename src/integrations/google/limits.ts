import { hiddenField } from "../../hidden-field.ts";
import { type ApiClient, hook, type RequestInitParts } from "./client-shape.ts";

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
 * Keeps what ends a call with its request. Until version 2.15 the client makes one signal of it
 * before it sends anything, so that its clock would run while the guard is asked.
 */
export function hookLimits(api: ApiClient): void {
  const { includeExtraHttpOptionsToRequestInit: complete } = api;
  if (complete === undefined || api.unaryApiCall.length >= TAKES_LIMITS) return;
  const name = "includeExtraHttpOptionsToRequestInit";
  // biome-ignore lint/complexity/useMaxParams: the client's own signature
  hook(api, name, async function (this: unknown, init, options, ...rest) {
    const completed = await complete.call(this as ApiClient, init, options, ...rest);
    // The last, behind a URL in some versions; an app's may be of a class of its own.
    const signal = rest.find((each) => typeof each === "object" && each !== null);
    kept.set(completed, { timeoutMs: options?.timeout, signal: signal as AbortSignal | undefined });
    return completed;
  });
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
