import { GuardedModelError, REFUSAL_HEADERS, rememberRefusal } from "../errors.ts";
import type { ProviderCodec } from "../providers/provider.ts";

/** How each refusal leaves as an HTTP answer. What is not listed is thrown. */
const ANSWERS = {
  guard_denied: { status: 403, outcome: "denied" },
  rewrite_unmappable: { status: 403, outcome: "denied" },
  uninspected_content: { status: 403, outcome: "denied" },
  masking_failed: { status: 403, outcome: "denied" },
  unguarded_request: { status: 403, outcome: "unguarded" },
  guard_unavailable: { status: 503, outcome: "unavailable" },
  delivery_unavailable: { status: 503, outcome: "unavailable" },
} as const;

/**
 * The answer that stands for a refusal, in the provider's error shape and marked so that no
 * client retries it; undefined when the error is to be thrown. Returned rather than thrown,
 * because several SDKs retry whatever their `fetch` throws.
 */
export function refusalAnswer(
  error: unknown,
  codec: Pick<ProviderCodec<unknown, unknown, unknown>, "errorBody"> | undefined,
): Response | undefined {
  if (!(error instanceof GuardedModelError) || !(error.code in ANSWERS)) return undefined;
  const { status, outcome } = ANSWERS[error.code as keyof typeof ANSWERS];
  const { message, code, clientEventId } = error;
  const body =
    codec === undefined ? { error: { message, code } } : codec.errorBody({ message, code });
  const headers: Record<string, string> = {
    "content-type": "application/json",
    [REFUSAL_HEADERS.shouldRetry]: "false",
    [REFUSAL_HEADERS.outcome]: outcome,
  };
  if (clientEventId !== undefined) {
    headers[REFUSAL_HEADERS.clientEventId] = clientEventId;
    rememberRefusal(clientEventId, error);
  }
  return new Response(JSON.stringify(body), { status, headers });
}
