import { maskPersonalData } from "./mask-personal-data.ts";
import { looksLikeInjection } from "./prompt-injection.ts";

/** One guard request, with our own names. */
export interface PolicyRequest {
  /** The text to check: one prompt, or a transcript of several texts. */
  readonly input: string;
  /** The lifecycle's id, generated if the request has none; the same for retries. */
  readonly clientEventId: string;
  /** Undefined if the request names none. */
  readonly model: string | undefined;
  /** `user_id`, if any. */
  readonly userId: string | undefined;
  /** `request_identity` with the contract's names, if any. */
  readonly requestIdentity: Readonly<Record<string, unknown>> | undefined;
  /** `client_capabilities` with the contract's names, if any. */
  readonly clientCapabilities: Readonly<Record<string, unknown>> | undefined;
}

/** A policy's decision. */
export interface PolicyDecision {
  /** Whether the provider may be called. */
  readonly allowed: boolean;
  /** Sent as given; default null. */
  readonly reason?: string | undefined;
  /** The text to send to the provider instead. If it equals the input, there is no rewrite. */
  readonly transformedInput?: string | undefined;
  /** Default false. */
  readonly shadowMode?: boolean | undefined;
  /** Any JSON value; default null. */
  readonly simulatedDecision?: unknown;
}

/**
 * Decides about prompts. If it throws or returns no decision, the guard answers 500 with the
 * reason.
 */
export type Policy = (request: PolicyRequest) => PolicyDecision | Promise<PolicyDecision>;

/** `reason` of the default policy's denials. */
const PROMPT_INJECTION = "prompt_injection";

/**
 * Denies obvious prompt injection, masks personal data and secrets, and allows everything else
 * unchanged.
 */
export const defaultPolicy: Policy = ({ input }) => {
  if (looksLikeInjection(input)) return { allowed: false, reason: PROMPT_INJECTION };
  const masked = maskPersonalData(input);
  return masked === input ? { allowed: true } : { allowed: true, transformedInput: masked };
};
