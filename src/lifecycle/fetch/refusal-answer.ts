import type { GuardedModelError } from "../../errors.ts";
import { guardErrorOf, REFUSAL_HEADERS, rememberRefusal } from "../../guard-error-of.ts";
import type { AnyCodec } from "../../providers/provider.ts";
import { lifecycleOf } from "../lifecycle-of.ts";

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
  codec: Pick<AnyCodec, "errorBody"> | undefined,
): Response | undefined {
  if (!isRefusal(error)) return undefined;
  const { status, outcome } = ANSWERS[error.code];
  const { code } = error;
  const clientEventId = error.clientEventId ?? lifecycleOf(error)?.clientEventId;
  // Clients and frameworks that keep the text alone are shown by it whose error it is.
  const id = clientEventId === undefined ? "" : `, client_event_id ${clientEventId}`;
  const message = `${error.message} (${code}${id})`;
  const body =
    codec === undefined
      ? { error: { message, code } }
      : codec.errorBody({ message, code, clientEventId });
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

/** Ours by its brand and not by its class: the client may come from another build of this package. */
function isRefusal(
  error: unknown,
): error is GuardedModelError & { readonly code: keyof typeof ANSWERS } {
  const known = guardErrorOf(error);
  return known !== undefined && known === error && Object.hasOwn(ANSWERS, known.code);
}
