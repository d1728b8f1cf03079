import type { IngestRequest } from "../contract/ingest.ts";

/** The guard request; the last one if there were several. */
export interface GuardRow {
  /** The text that the guard saw. */
  readonly input: string;
  /** Undefined if the request named none. */
  readonly model: string | undefined;
  /** `user_id`, if any. */
  readonly userId: string | undefined;
  /** `request_identity` with the contract's names, if any. */
  readonly requestIdentity: Readonly<Record<string, unknown>> | undefined;
  /** `client_capabilities` with the contract's names, if any. */
  readonly clientCapabilities: Readonly<Record<string, unknown>> | undefined;
  /** How often this id was checked: more than once after retries. */
  readonly checks: number;
}

/** The guard's response; the last one if there were several. */
export interface DecisionRow {
  /** Whether the provider may be called. */
  readonly allowed: boolean;
  /** Null if the policy gave none. */
  readonly reason: string | null;
  /** Null if the text was not changed. */
  readonly transformedInput: string | null;
  /** A UUID, new for every check. */
  readonly guardEventId: string;
  /** The policy's value; default false. */
  readonly shadowMode: boolean;
  /** The policy's value; default null. */
  readonly simulatedDecision: unknown;
}

/** One lifecycle as the service knows it. */
export interface LifecycleRow {
  /** The id shared by guard, event and finalize. */
  readonly clientEventId: string;
  /** How far it has got. A denied one normally has no event. */
  readonly state: "guarded" | "denied" | "ingested" | "finalized";
  /** Undefined for events that were never guarded. */
  readonly guard: GuardRow | undefined;
  /** Undefined for events that were never guarded. */
  readonly decision: DecisionRow | undefined;
  /** Undefined until it is ingested. */
  readonly event: IngestRequest | undefined;
  /** Other events that name this lifecycle in their metadata. */
  readonly otherEvents: readonly IngestRequest[];
  /** The first finalized value, in milliseconds. */
  readonly sdkIngestMs: number | undefined;
}
