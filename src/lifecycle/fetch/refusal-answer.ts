import { atOnce } from "../../base/at-once.ts";
import type { GuardedModelError } from "../../errors.ts";
import { guardErrorOf, REFUSAL_HEADERS } from "../../guard-error-of.ts";
import type { AnyCodec, ErrorFacts } from "../../providers/provider.ts";
import { lifecycleOf } from "../lifecycle-of.ts";
import { rememberRefusal } from "./remember-refusal.ts";

/** How refusals are returned as HTTP responses. Other errors are thrown. */
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
 * The response for a refusal, in the provider's error format and marked so that no client retries
 * it; undefined if the error must be thrown. Returned instead of thrown, because several SDKs retry
 * when `fetch` throws.
 */
export function refusalAnswer(
  error: unknown,
  codec: Pick<AnyCodec, "errorBody"> | undefined,
): Response | undefined {
  if (!isRefusal(error)) return undefined;
  const { status, outcome } = ANSWERS[error.code];
  const { code } = error;
  const clientEventId = error.clientEventId ?? lifecycleOf(error)?.clientEventId;
  const id = clientEventId === undefined ? "" : `, client_event_id ${clientEventId}`;
  // For clients and frameworks that keep only the text of the body, or only the status text.
  const statusText = `${code}${id}`;
  const message = `${error.message} (${statusText})`;
  const headers: Record<string, string> = {
    "content-type": "application/json",
    [REFUSAL_HEADERS.shouldRetry]: "false",
    [REFUSAL_HEADERS.outcome]: outcome,
  };
  if (clientEventId !== undefined) {
    headers[REFUSAL_HEADERS.clientEventId] = clientEventId;
    rememberRefusal(clientEventId, error);
  }
  const body = bodyOf({ message, code, clientEventId }, codec);
  return new Response(body, { status, statusText, headers });
}

/** A custom format may fail or be async by mistake, but its refusals are returned all the same. */
function bodyOf(facts: ErrorFacts, codec: Pick<AnyCodec, "errorBody"> | undefined): string {
  try {
    const json = JSON.stringify(atOnce(codec?.errorBody(facts)));
    if (json !== undefined) return json;
  } catch {}
  return JSON.stringify({ error: { message: facts.message, code: facts.code } });
}

/**
 * Recognized by its brand instead of its class, because the client may come from another build of
 * this package.
 */
function isRefusal(
  error: unknown,
): error is GuardedModelError & { readonly code: keyof typeof ANSWERS } {
  const known = guardErrorOf(error);
  return known !== undefined && known === error && Object.hasOwn(ANSWERS, known.code);
}
