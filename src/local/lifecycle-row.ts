import type { IngestRequest } from "../contract/ingest.ts";

/** What the guard was asked. */
export interface GuardRow {
  /** The text the guard saw. */
  readonly input: string;
  readonly model: string | undefined;
  readonly userId: string | undefined;
  readonly requestIdentity: Readonly<Record<string, unknown>> | undefined;
  readonly clientCapabilities: Readonly<Record<string, unknown>> | undefined;
  /** How often this id was checked: more than once after retries. */
  readonly checks: number;
}

/** What the guard answered, the last time when it was asked repeatedly. */
export interface DecisionRow {
  readonly allowed: boolean;
  readonly reason: string | null;
  readonly transformedInput: string | null;
  readonly guardEventId: string;
  readonly shadowMode: boolean;
  readonly simulatedDecision: unknown;
}

/** One lifecycle as the service knows it. */
export interface LifecycleRow {
  readonly clientEventId: string;
  readonly state: "guarded" | "denied" | "ingested" | "finalized";
  /** Undefined for events that were never guarded. */
  readonly guard: GuardRow | undefined;
  readonly decision: DecisionRow | undefined;
  readonly event: IngestRequest | undefined;
  /** Further events that name this lifecycle in their metadata. */
  readonly otherEvents: readonly IngestRequest[];
  /** The first finalized value, in milliseconds. */
  readonly sdkIngestMs: number | undefined;
}
