import { maskPersonalData } from "./mask-personal-data.ts";
import { looksLikeInjection } from "./prompt-injection.ts";

/** What a policy is asked about: one guard request, in our own names. */
export interface PolicyRequest {
  /** The text to check: one prompt, or a transcript of several pieces. */
  readonly input: string;
  readonly clientEventId: string;
  readonly model: string | undefined;
  readonly userId: string | undefined;
  readonly requestIdentity: Readonly<Record<string, unknown>> | undefined;
  readonly clientCapabilities: Readonly<Record<string, unknown>> | undefined;
}

/** What a policy decides. */
export interface PolicyDecision {
  readonly allowed: boolean;
  readonly reason?: string | undefined;
  /** The text to send to the provider instead. The same text as the input counts as none. */
  readonly transformedInput?: string | undefined;
  /** Default false. */
  readonly shadowMode?: boolean | undefined;
  /** Any JSON value; default null. */
  readonly simulatedDecision?: unknown;
}

/** Decides about prompts. One that throws makes the guard answer 500. */
export type Policy = (request: PolicyRequest) => PolicyDecision | Promise<PolicyDecision>;

/** `reason` of the default policy's denials. */
export const PROMPT_INJECTION = "prompt_injection";

/** Denies obvious prompt injection, masks personal data and secrets; lets everything else pass as it is. */
export const defaultPolicy: Policy = ({ input }) => {
  if (looksLikeInjection(input)) return { allowed: false, reason: PROMPT_INJECTION };
  const masked = maskPersonalData(input);
  return masked === input ? { allowed: true } : { allowed: true, transformedInput: masked };
};
