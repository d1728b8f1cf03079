import { randomUUID } from "node:crypto";
import type { GuardQuestion } from "../../../src/data-plane/guard/guard-request.ts";
import type { GuardVerdict } from "../../../src/data-plane/guard/verdict.ts";
import { ActiveCalls, type Repeat } from "../../../src/lifecycle/active-calls.ts";
import {
  type CallContext,
  EMPTY_CONTEXT,
  type MergedContext,
  mergeContext,
} from "../../../src/lifecycle/context/context.ts";
import { IdRegistry } from "../../../src/lifecycle/context/id-registry.ts";
import { keepAliveBy } from "../../../src/lifecycle/context/keep-alive.ts";
import type { Gate, LifecycleRules, LifecycleServices } from "../../../src/lifecycle/gate.ts";
import type { GuardAnswer } from "../../../src/lifecycle/guard/ask-guard.ts";
import { type Observer, Observers } from "../../../src/observability/observer.ts";
import type { Clock, Logger } from "../../../src/types.ts";
import { RecordingDelivery, type RecordingOptions } from "../outboxes/recording-delivery.ts";

/** A clock that stands still until it is advanced. */
class StillClock implements Clock {
  monotonicMs = 1_000;
  nowMs = Date.UTC(2030, 0, 15, 12, 0, 0);

  now = (): number => this.nowMs;
  monotonic = (): number => this.monotonicMs;

  pass(ms: number): void {
    this.monotonicMs += ms;
    this.nowMs += ms;
  }
}

/** The guard's answer to a request; a promise for a slow guard. */
export type GuardScript = (
  ask: GuardQuestion,
  signal: AbortSignal | undefined,
) => GuardAnswer | Promise<GuardAnswer>;

/** The parts of a gate. Default: everything works, and the guard allows. */
export interface GateSetup {
  readonly guard?: GuardScript;
  readonly rules?: Partial<LifecycleRules>;
  readonly delivery?: RecordingOptions;
  readonly observers?: readonly Observer[];
  readonly logger?: Logger;
  readonly services?: Partial<LifecycleServices>;
  /** The client's own context. */
  readonly context?: CallContext;
  readonly idleAfterMs?: number;
  readonly repeat?: Repeat;
}

/** A real gate with a scripted guard and a recording delivery. */
export interface TestGate extends Gate {
  readonly clock: StillClock;
  readonly delivery: RecordingDelivery;
  /** All guard requests. */
  readonly asks: GuardQuestion[];
  /** The context of a call made here. */
  call(context?: CallContext): MergedContext;
}

export function buildGate(setup: GateSetup = {}): TestGate {
  const clock = new StillClock();
  const delivery = new RecordingDelivery(setup.delivery);
  const asks: GuardQuestion[] = [];
  const script = setup.guard ?? (() => allow());
  const services: LifecycleServices = {
    clock,
    random: () => 0.5,
    ids: new IdRegistry(randomUUID),
    askGuard: async (ask, signal) => {
      asks.push(ask);
      return script(ask, signal);
    },
    agentConfig: undefined,
    rules: { ...RULES, ...setup.rules },
    masker: undefined,
    events: { systemId: undefined, masksPersonalData: false, masksSecrets: false },
    serviceNow: clock.now,
    delivery,
    active: new ActiveCalls({
      idleAfterMs: setup.idleAfterMs ?? 300_000,
      clock,
      repeat: setup.repeat,
    }),
    observers: new Observers(setup.observers ?? [], setup.logger ?? {}),
    interceptors: {},
    keepAlive: keepAliveBy(undefined),
    ...setup.services,
  };
  const context = mergeContext(EMPTY_CONTEXT, setup.context);
  return {
    services,
    context,
    clock,
    delivery,
    asks,
    call: (own) => mergeContext(context, own),
  };
}

const RULES: LifecycleRules = {
  guardDeadlineMs: 5_000,
  onGuardUnavailable: "fail-close",
  onUnmappableRewrite: "deny",
  denyUninspected: false,
  guardScope: undefined,
  beforeIngest: undefined,
  captureStreamUsage: "auto",
  restoreOutput: false,
};

/** An allow, with additional facts. */
export function allow(facts: Partial<GuardVerdict> = {}): GuardAnswer {
  return { verdict: { ...VERDICT, ...facts } };
}

/** A denial. */
export function deny(reason?: string, facts: Partial<GuardVerdict> = {}): GuardAnswer {
  return { verdict: { ...VERDICT, allowed: false, reason, ...facts } };
}

/** An allow with a rewrite. */
export function rewrite(transformedInput: string): GuardAnswer {
  return allow({ transformedInput });
}

/** No decision: the guard was unavailable, or its answer proved nothing. */
export function unavailable(
  kind: "unreachable" | "overloaded" | "refused" | "unproven",
  cause: unknown = new Error("the last failure"),
): GuardAnswer {
  return { failure: { kind, cause, attempts: 3 } };
}

const VERDICT: GuardVerdict = {
  allowed: true,
  reason: undefined,
  transformedInput: undefined,
  guardEventId: undefined,
  shadowMode: undefined,
  simulatedDecision: undefined,
  raw: undefined,
};

/** The sweeps of open streams, for `repeat`: whether one is running, and a round of it. */
export class Sweeps {
  #task: (() => void) | undefined;

  get running(): boolean {
    return this.#task !== undefined;
  }

  readonly repeat: Repeat = (task) => {
    this.#task = task;
    return () => {
      this.#task = undefined;
    };
  };

  sweep(): void {
    this.#task?.();
  }
}

/** Something that answers when the test says so. */
export interface Hold<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: unknown): void;
}

export function hold<T = void>(): Hold<T> {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((settle, fail) => {
    resolve = settle;
    reject = fail;
  });
  return { promise, resolve, reject };
}

/** Lets everything happen that takes no time. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
