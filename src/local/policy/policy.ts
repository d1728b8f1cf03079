import { maskPersonalData } from "./mask-personal-data.ts";
import { looksLikeInjection } from "./prompt-injection.ts";

/** What a policy is asked about: one guard request, in our own names. */
export interface PolicyRequest {
  /** The text to check: one prompt, or a transcript of several pieces. */
  readonly input: string;
  /** The lifecycle's id, made here when the request has none; the same when a client asks again. */
  readonly clientEventId: string;
  /** Undefined when the request names none. */
  readonly model: string | undefined;
  /** `user_id`, if any. */
  readonly userId: string | undefined;
  /** `request_identity` in the contract's own names, if any. */
  readonly requestIdentity: Readonly<Record<string, unknown>> | undefined;
  /** `client_capabilities` in the contract's own names, if any. */
  readonly clientCapabilities: Readonly<Record<string, unknown>> | undefined;
}

/** What a policy decides. */
export interface PolicyDecision {
  /** Whether the provider may be called. */
  readonly allowed: boolean;
  /** Sent as it is; null when left out. */
  readonly reason?: string | undefined;
  /** The text to send to the provider instead. The same text as the input counts as none. */
  readonly transformedInput?: string | undefined;
  /** Default false. */
  readonly shadowMode?: boolean | undefined;
  /** Any JSON value; default null. */
  readonly simulatedDecision?: unknown;
}

/** Decides about prompts. One that throws, or decides nothing, makes the guard answer 500 and say why. */
export type Policy = (request: PolicyRequest) => PolicyDecision | Promise<PolicyDecision>;

/** `reason` of the default policy's denials. */
const PROMPT_INJECTION = "prompt_injection";

/** Denies obvious prompt injection, masks personal data and secrets; lets everything else pass as it is. */
export const defaultPolicy: Policy = ({ input }) => {
  if (looksLikeInjection(input)) return { allowed: false, reason: PROMPT_INJECTION };
  const masked = maskPersonalData(input);
  return masked === input ? { allowed: true } : { allowed: true, transformedInput: masked };
};
