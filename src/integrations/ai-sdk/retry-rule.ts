/** The SDK's default number of retries (AI SDK reference, `maxRetries`). */
export const DEFAULT_MAX_RETRIES = 2;

/**
 * The SDK's first wait in milliseconds, doubled for each retry (its `retryWithExponentialBackoff`).
 */
const FIRST_DELAY_MS = 2_000;

/** The longest wait that the SDK accepts from a provider, in milliseconds. */
const MAX_ASKED_DELAY_MS = 60_000;

/**
 * How long the SDK waits before it retries after `failures` failures, in milliseconds; undefined if
 * it does not retry. It decides by the error alone: by `isRetryable` and the headers
 * `retry-after-ms` and `retry-after`. The same in majors 5, 6 and 7.
 */
export function retryDelayMs(
  error: unknown,
  { failures, maxRetries, now }: { failures: number; maxRetries: number; now: number },
): number | undefined {
  if (!(error instanceof Error) || failures > maxRetries) return undefined;
  const { isRetryable, responseHeaders } = error as RetryableError;
  if (isRetryable !== true) return undefined;
  const ownDelayMs = FIRST_DELAY_MS * 2 ** (failures - 1);
  const askedMs = askedDelayMs(responseHeaders ?? causeHeaders(error), now);
  if (askedMs === undefined || askedMs < 0) return ownDelayMs;
  return askedMs < Math.max(MAX_ASKED_DELAY_MS, ownDelayMs) ? askedMs : ownDelayMs;
}

interface RetryableError {
  readonly isRetryable?: unknown;
  readonly responseHeaders?: Headers | undefined;
}

type Headers = Readonly<Record<string, string>>;

function causeHeaders({ cause }: Error): Headers | undefined {
  return (cause as RetryableError | null | undefined)?.responseHeaders;
}

function askedDelayMs(headers: Headers | undefined, now: number): number | undefined {
  const exact = Number.parseFloat(headers?.["retry-after-ms"] ?? "");
  if (!Number.isNaN(exact)) return exact;
  const asked = headers?.["retry-after"] ?? "";
  const seconds = Number.parseFloat(asked);
  const delayMs = Number.isNaN(seconds) ? Date.parse(asked) - now : seconds * 1_000;
  return Number.isNaN(delayMs) ? undefined : delayMs;
}
