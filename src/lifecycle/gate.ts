import type { RunningDelivery } from "../delivery/delivery.ts";
import { ConfigurationError } from "../errors.ts";
import type { Masker } from "../masking/masker.ts";
import type { Observers } from "../observability/observer.ts";
import type { Clock, Segment, UninspectedPart } from "../types.ts";
import type { ActiveCalls } from "./active-calls.ts";
import type { MergedContext } from "./context/context.ts";
import type { IdRegistry } from "./context/id-registry.ts";
import type { Doorways } from "./context/scope.ts";
import type { AskGuard } from "./guard/ask-guard.ts";
import type { UnavailablePolicy } from "./guard/decide.ts";
import type { EventSettings } from "./report/event.ts";
import type { BeforeIngest } from "./report/withhold.ts";

/** The rules a client was constructed with, as far as a lifecycle follows them. */
export interface LifecycleRules {
  readonly guardDeadlineMs: number;
  readonly onGuardUnavailable: UnavailablePolicy;
  readonly onUnmappableRewrite: "deny" | "collapse";
  readonly denyUninspected: boolean | ((parts: readonly UninspectedPart[]) => boolean);
  readonly guardScope: ((segment: Segment) => boolean) | undefined;
  readonly beforeIngest: BeforeIngest | undefined;
  readonly captureStreamUsage: "auto" | "always" | "never";
  readonly restoreOutput: boolean;
}

/** Everything a lifecycle needs of the rest of the package, handed in by the client. */
export interface LifecycleServices {
  readonly clock: Clock;
  readonly random: () => number;
  readonly ids: IdRegistry;
  readonly askGuard: AskGuard;
  /** Present when the agent configuration is fetched; resolves at once while it is cached. */
  readonly agentConfig: ((signal: AbortSignal | undefined) => Promise<void>) | undefined;
  readonly rules: LifecycleRules;
  /** Present when texts are masked before anybody is asked. */
  readonly masker: Masker | undefined;
  readonly events: EventSettings;
  /** Milliseconds since the epoch by the service's clock, as far as it is known. */
  readonly serviceNow: () => number;
  readonly delivery: RunningDelivery;
  readonly active: ActiveCalls;
  readonly observers: Observers;
  /** Those that can be reached without the signal of the call around them. */
  readonly doorways: Doorways;
  /** Lets a serverless platform wait for background work. */
  readonly waitUntil: ((work: Promise<unknown>) => void) | undefined;
}

/** A client as the doorways see it: shared services, and the context that is its own. */
export interface Gate {
  /** The same for a client and its children, another for every other client. */
  readonly services: LifecycleServices;
  readonly context: MergedContext;
}

// A registered symbol, so that an entry point of one build accepts the client of the other.
const GATE = Symbol.for("guarded-model-client.gate");

/** Makes `client` usable by the doorways. By a function: no inspection looks into one, and the gate holds the key. */
export function provideGate(client: object, gate: Gate): void {
  Object.defineProperty(client, GATE, { value: () => gate });
}

/**
 * The gate of a client.
 *
 * @throws ConfigurationError when `guard` is no `GuardedModelClient`.
 */
export function gateOf(guard: unknown): Gate {
  const gate =
    typeof guard === "object" && guard !== null
      ? (guard as { [GATE]?: () => Gate })[GATE]?.()
      : undefined;
  if (gate === undefined) {
    throw new ConfigurationError("guard must be a GuardedModelClient; construct one.");
  }
  return gate;
}
