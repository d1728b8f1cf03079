/**
 * `guarded-model-client`: guard every AI model call from a Node.js service. Ask the guardrail
 * first, call the provider, deliver one telemetry event.
 */
import type { AnyGuardedModelClient } from "./client.ts";
import { gateOf } from "./lifecycle/gate.ts";
import { type GuardFetchOptions, makeGuardedFetch } from "./lifecycle/fetch/guard-fetch.ts";

// The client.
export {
  type AnyGuardedModelClient,
  type ClientStats,
  type DeadlineOptions,
  GuardedModelClient,
} from "./client.ts";
export type { AgentConfigOption } from "./data-plane/agent-config/agent-config.ts";
export type { GuardedModelClientOptions } from "./options.ts";
export type {
  UnavailableAnswer,
  UnavailableCall,
  UnavailableFailure,
  UnavailablePolicy,
} from "./lifecycle/guard/decide.ts";
export type { BeforeIngest } from "./lifecycle/report/withhold.ts";

// Calls.
export type {
  ExecuteArguments,
  ExecuteCall,
  ExecuteStream,
  ProviderCallOptions,
} from "./lifecycle/calls.ts";
export type { CallContext } from "./lifecycle/context/context.ts";
export type { GuardedResult } from "./lifecycle/run-call.ts";
export type { GuardedStream, StreamResult } from "./lifecycle/stream/guarded-stream.ts";
export type { ChunkReading, ExecuteResult, ReadChunk } from "./providers/execute.ts";
export type { ModelProvider, ProviderCall, RequestMatch } from "./providers/model-provider.ts";

// Events beside calls.
export type { EventType, Severity } from "./contract/events.ts";
export type { RecordedEvent } from "./lifecycle/report/record-event.ts";

// Lifecycles.
export { lifecycleOf } from "./lifecycle/lifecycle-of.ts";
export type {
  ClientCapabilities,
  Clock,
  Coverage,
  DeliveryCounters,
  DeliveryOutcome,
  GuardDecision,
  Lifecycle,
  Logger,
  Method,
  Outcome,
  RateLimit,
  RequestIdentity,
  Segment,
  SegmentCount,
  SegmentKind,
  UninspectedKind,
  UninspectedPart,
  Usage,
} from "./types.ts";

// A guarded `fetch`.
export type { FetchRule, ProviderFormat } from "./lifecycle/fetch/fetch-rule.ts";
export type { GuardFetchOptions } from "./lifecycle/fetch/guard-fetch.ts";

/**
 * Wraps a `fetch` so that requests of known wire formats are guarded, on any host. Refused are
 * known formats that cannot be guarded yet, and unknown requests with a body to model providers.
 * All other requests pass unchanged. A denial or refusal is a 403 response and an outage a 503, in
 * the provider's error format. Other errors are thrown (`client_closed`, an invalid context, errors
 * of `baseFetch`).
 *
 * @throws ConfigurationError if `baseFetch` is not a function, `guard` is not a client, an option
 * is wrong, or a rule names an unknown format.
 */
export function guardFetch(
  baseFetch: typeof fetch,
  guard: AnyGuardedModelClient,
  options: GuardFetchOptions = {},
): typeof fetch {
  return makeGuardedFetch(gateOf(guard), baseFetch, options);
}

// Delivery.
export type {
  CallNote,
  Delivery,
  DeliveryEnvironment,
  EventRecord,
  EventSender,
  FinalizeResult,
  IngestResult,
  RunningDelivery,
  Submission,
  TelemetryEvent,
} from "./delivery/delivery.ts";
export type { Timers } from "./delivery/timers.ts";
export { memoryDelivery } from "./delivery/memory-delivery.ts";
export type { MemoryDeliveryOptions } from "./delivery/memory-delivery/memory-options.ts";

// The data plane by hand.
export {
  DataPlaneClient,
  type DataPlaneClientOptions,
  type FinalizeAnswer,
  type FinalizeRequest,
  type GuardAnswer,
  type GuardRequest,
  type GuardRequestAsSent,
  type IngestAnswer,
  type IngestEvent,
  type RequestOptions,
} from "./data-plane/by-hand/data-plane-client.ts";

// Providers of your own.
export {
  defineProvider,
  type PromptWalk,
  type ProviderDefinition,
} from "./providers/define-provider.ts";
export type {
  Answer,
  AnswerCollector,
  CopiedPrompt,
  ErrorFacts,
  OneWalk,
  Prompt,
  ProviderCodec,
  Route,
  StreamFraming,
  StreamUsageCodec,
} from "./providers/provider.ts";
export type { PieceVisitor, StreamTexts, TextFormat } from "./providers/restore/restorer.ts";

// Who is behind a call.
export {
  type IdentityOptions,
  type IdentitySource,
  identityFromRequest,
} from "./integrations/http-identity.ts";
export {
  honoRequestContext,
  type RequestContextMiddleware,
  type RequestContextOptions,
  requestContext,
} from "./integrations/request-context.ts";

// Errors.
export {
  ConfigurationError,
  DataPlaneError,
  type ErrorCode,
  GuardDeniedError,
  GuardedModelError,
  GuardUnavailableError,
  RewriteMappingError,
  type UnavailableKind,
  UnguardedRequestError,
} from "./errors.ts";
export { guardErrorOf, isGuardDenied, isGuardUnavailable } from "./guard-error-of.ts";

// Watching.
export type {
  ObservedCall,
  ObservedEnd,
  ObservedError,
  ObservedStep,
  ObservedUsage,
  Observer,
} from "./observability/observer.ts";
export { SDK_VERSION } from "./version.ts";
