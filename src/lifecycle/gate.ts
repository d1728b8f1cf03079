import type { RunningDelivery } from "../delivery/delivery.ts";
import { ConfigurationError } from "../errors.ts";
import type { Masker } from "../masking/masker.ts";
import type { Observers } from "../observability/observer.ts";
import type { Clock, Segment, UninspectedPart } from "../types.ts";
import type { ActiveCalls } from "./active-calls.ts";
import type { MergedContext } from "./context/context.ts";
import type { IdRegistry } from "./context/id-registry.ts";
import type { KeepAlive } from "./context/keep-alive.ts";
import type { Interceptors } from "./context/scope.ts";
import type { AskGuard } from "./guard/ask-guard.ts";
import type { UnavailablePolicy } from "./guard/decide.ts";
import type { EventSettings } from "./report/event.ts";
import type { BeforeIngest } from "./report/withhold.ts";

/** The client options that a lifecycle follows. */
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

/** What lifecycles need from the rest of the package, injected by the client. */
export interface LifecycleServices {
  readonly clock: Clock;
  readonly random: () => number;
  readonly ids: IdRegistry;
  readonly askGuard: AskGuard;
  /** Set if the agent configuration is fetched; resolves at once while it is cached. */
  readonly agentConfig: ((signal: AbortSignal | undefined) => Promise<void>) | undefined;
  readonly rules: LifecycleRules;
  /** Set if texts are masked before they are sent anywhere. */
  readonly masker: Masker | undefined;
  readonly events: EventSettings;
  /** Milliseconds since the Unix epoch by the service's clock, as far as it is known. */
  readonly serviceNow: () => number;
  readonly delivery: RunningDelivery;
  readonly active: ActiveCalls;
  readonly observers: Observers;
  /** The interceptors that can be reached without the signal of the call around them. */
  readonly interceptors: Interceptors;
  readonly keepAlive: KeepAlive;
}

/** A client as interceptors see it: the shared services and its own context. */
export interface Gate {
  /** Shared by a client and its children; every other client has its own. */
  readonly services: LifecycleServices;
  readonly context: MergedContext;
}

// A registered symbol, so that an entry point of one build accepts a client of another.
const GATE = Symbol.for("guarded-model-client.gate");

/**
 * Makes `client` usable by interceptors. Stored behind a function, which inspection does not open,
 * because the gate holds the key.
 */
export function provideGate(client: object, gate: Gate): void {
  Object.defineProperty(client, GATE, { value: () => gate });
}

/**
 * The gate of a client.
 *
 * @throws ConfigurationError if `guard` is not a `GuardedModelClient`, or is what a method finds as
 * its `this` once it was taken off its client.
 */
export function gateOf(guard: unknown): Gate {
  const gate = (guard as { readonly [GATE]?: () => Gate } | null | undefined)?.[GATE]?.();
  if (gate === undefined) {
    throw new ConfigurationError(
      "guard must be a GuardedModelClient: construct one, call methods on it.",
    );
  }
  return gate;
}
