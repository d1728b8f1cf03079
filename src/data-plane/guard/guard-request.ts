/** A guard request with our names. */
export interface GuardQuestion {
  readonly input: string;
  readonly model: string | undefined;
  readonly clientEventId: string;
  readonly userId: string | undefined;
  readonly userAgent: string | undefined;
  readonly tenantId: string | undefined;
  readonly framework: string | undefined;
}

/**
 * The guard request as JSON (specification, "Guard request"): only the fields shown there, without
 * undefined ones.
 */
export function guardBody(question: GuardQuestion, systemId: string | undefined): string {
  const { userAgent, tenantId, framework } = question;
  const hasIdentity = userAgent !== undefined || tenantId !== undefined;
  return JSON.stringify({
    system_id: systemId,
    input: question.input,
    // Some routes let the provider choose the model. The contract has no word for that, and an
    // empty name says less than `unknown`.
    model: question.model === "" ? "unknown" : question.model,
    user_id: question.userId,
    client_event_id: question.clientEventId,
    request_identity: hasIdentity ? { user_agent: userAgent, tenant_id: tenantId } : undefined,
    client_capabilities: framework === undefined ? undefined : { framework },
  });
}
