/**
 * Attributes that no convention defines, all with one prefix. Written out, because concatenating
 * names for each call would cost more than everything else.
 */
export const OWN = {
  clientEventId: "guarded_model_client.client_event_id",
  guardEventId: "guarded_model_client.guard_event_id",
  eventId: "guarded_model_client.event_id",
  operation: "guarded_model_client.operation",
  outcome: "guarded_model_client.outcome",
  phase: "guarded_model_client.phase",
  allowed: "guarded_model_client.decision.allowed",
  source: "guarded_model_client.decision.source",
  rewritten: "guarded_model_client.decision.rewritten",
  shadowMode: "guarded_model_client.decision.shadow_mode",
  simulated: "guarded_model_client.decision.simulated",
  guardFailure: "guarded_model_client.guard.failure",
  guardMs: "guarded_model_client.guard_ms",
  providerMs: "guarded_model_client.provider_ms",
  totalMs: "guarded_model_client.total_ms",
  complete: "guarded_model_client.coverage.complete",
  inspectedSegments: "guarded_model_client.coverage.inspected.segments",
  inspectedCharacters: "guarded_model_client.coverage.inspected.characters",
  trustedSegments: "guarded_model_client.coverage.trusted.segments",
  uninspectedParts: "guarded_model_client.coverage.uninspected.parts",
  errorName: "guarded_model_client.error.name",
  errorStatus: "guarded_model_client.error.status",
  errorCode: "guarded_model_client.error.code",
  deliveryStatus: "guarded_model_client.delivery.status",
  deliveryReason: "guarded_model_client.delivery.reason",
  deliveryAttempts: "guarded_model_client.delivery.attempts",
  deliveryIngestMs: "guarded_model_client.delivery.ingest_ms",
  deliveryFinalize: "guarded_model_client.delivery.finalize",
} as const;

/** Attributes of OpenTelemetry's semantic conventions, version 1.41. */
export const GEN_AI = {
  errorType: "error.type",
  operation: "gen_ai.operation.name",
  provider: "gen_ai.provider.name",
  requestModel: "gen_ai.request.model",
  responseModel: "gen_ai.response.model",
  finishReasons: "gen_ai.response.finish_reasons",
  stream: "gen_ai.request.stream",
  timeToFirstChunk: "gen_ai.response.time_to_first_chunk",
  inputTokens: "gen_ai.usage.input_tokens",
  outputTokens: "gen_ai.usage.output_tokens",
  cachedInputTokens: "gen_ai.usage.cache_read.input_tokens",
  reasoningTokens: "gen_ai.usage.reasoning.output_tokens",
  tokenType: "gen_ai.token.type",
} as const;
