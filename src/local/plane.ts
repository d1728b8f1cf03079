import type { IngestRequest } from "../contract/ingest.ts";
import type { LifecycleStore } from "./lifecycle-store.ts";
import type { Policy } from "./policy/policy.ts";
import type { RateLimiter } from "./policy/rate-limiter.ts";

/** The state of the service that its endpoints use. */
export interface Plane {
  apiKey: string;
  readonly systemId: string;
  /** Whether the kill switch is active. */
  suspended: boolean;
  readonly policy: Policy;
  readonly store: LifecycleStore;
  readonly limiter: RateLimiter;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Called for each event right after it was stored. */
  readonly onStored: (event: IngestRequest) => void;
}
