import type { IngestRequest } from "../contract/ingest.ts";

/** What the guard was asked, the last time when it was asked repeatedly. */
export interface GuardRow {
  /** The text the guard saw. */
  readonly input: string;
  /** Undefined when the request named none. */
  readonly model: string | undefined;
  /** `user_id`, if any. */
  readonly userId: string | undefined;
  /** `request_identity` in the contract's own names, if any. */
  readonly requestIdentity: Readonly<Record<string, unknown>> | undefined;
  /** `client_capabilities` in the contract's own names, if any. */
  readonly clientCapabilities: Readonly<Record<string, unknown>> | undefined;
  /** How often this id was checked: more than once after retries. */
  readonly checks: number;
}

/** What the guard answered, the last time when it was asked repeatedly. */
export interface DecisionRow {
  /** Whether the provider could be called. */
  readonly allowed: boolean;
  /** Null when the policy gave none. */
  readonly reason: string | null;
  /** Null when the text was left as it was. */
  readonly transformedInput: string | null;
  /** A UUID, new with every check. */
  readonly guardEventId: string;
  /** What the policy said; false when it said nothing. */
  readonly shadowMode: boolean;
  /** What the policy said; null when it said nothing. */
  readonly simulatedDecision: unknown;
}

/** One lifecycle as the service knows it. */
export interface LifecycleRow {
  /** What guard, event and finalize have in common. */
  readonly clientEventId: string;
  /** How far it has come. A denied one has no event as a rule. */
  readonly state: "guarded" | "denied" | "ingested" | "finalized";
  /** Undefined for events that were never guarded. */
  readonly guard: GuardRow | undefined;
  /** Undefined for events that were never guarded. */
  readonly decision: DecisionRow | undefined;
  /** Undefined until it is ingested. */
  readonly event: IngestRequest | undefined;
  /** Further events that name this lifecycle in their metadata. */
  readonly otherEvents: readonly IngestRequest[];
  /** The first finalized value, in milliseconds. */
  readonly sdkIngestMs: number | undefined;
}
