import { type Holder, holdAtExit, letGo } from "../delivery/process-exit.ts";
import { withinObservers } from "../observability/within-observers.ts";
import { timerDelayMs } from "../transport/deadline.ts";
import type { OpenStream } from "./active-calls.ts";
import { runInScope } from "./context/run-in-scope.ts";
import { currentScope, type EnclosingLifecycle } from "./context/scope.ts";
import type { Gate } from "./gate.ts";
import type { LifecycleRecord } from "./lifecycle.ts";
import { attachLifecycle } from "./lifecycle-of.ts";
import type { Invocation } from "./run-call.ts";

/** One attempt to get the provider's answer. */
export type Attempt<Request, Answer> = (invocation: Invocation<Request>) => Promise<Answer>;

/** A call whose client retries by calling again, without any notice. */
export interface AttemptedCallParts {
  readonly gate: Gate;
  readonly record: LifecycleRecord;
  /**
   * How long to wait for another attempt after `failures` failed ones, in milliseconds; undefined
   * if there will be none.
   */
  readonly waitMs: (error: unknown, failures: number) => number | undefined;
  /** Called when it starts and stops waiting for another attempt. */
  readonly onWait: (waiting: boolean) => void;
}

/**
 * One lifecycle over several attempts. For `runCall` and `runStream` it is one slow provider call;
 * for the app each attempt fails or succeeds on its own, as without a guard. If an expected attempt
 * does not come, the call ends with the last error: after the wait, when the client closes, or when
 * the process has nothing else to do.
 */
export class AttemptedCall<Request, Answer, Result> implements OpenStream, Holder {
  readonly waiting = true;
  readonly activity = 0;
  readonly #parts: AttemptedCallParts;
  #failures = 0;
  #invocation: Invocation<Request> | undefined = undefined;
  #enclosing: EnclosingLifecycle | undefined = undefined;
  #resolve: ((answer: Answer) => void) | undefined = undefined;
  #reject: ((error: unknown) => void) | undefined = undefined;
  #failAttempt: ((error: unknown) => void) | undefined = undefined;
  #result: Promise<Result> | undefined = undefined;
  #held: { readonly error: unknown; readonly timer: NodeJS.Timeout } | undefined = undefined;

  constructor(parts: AttemptedCallParts) {
    this.#parts = parts;
  }

  /**
   * The first attempt. `run` guards the call; it receives the function to invoke the provider with.
   */
  begin(
    attempt: Attempt<Request, Answer>,
    run: (invoke: Attempt<Request, Answer>) => Promise<Result>,
  ): Promise<Result> {
    this.#result = run((invocation) => this.#invoke(invocation, attempt));
    return this.#attemptOf(this.#result);
  }

  /**
   * Another attempt, after the last one failed: with the approved text, in the async context of its
   * caller, inside the same lifecycle.
   */
  again(attempt: Attempt<Request, Answer>): Promise<Result> {
    this.#stopWaiting();
    letGo(this);
    const shown = this.#attemptOf(this.#result as Promise<Result>);
    const invocation = this.#invocation as Invocation<Request>;
    const { gate, record } = this.#parts;
    const run = async (): Promise<Answer> => attempt(invocation);
    const begin = (): Promise<Answer> =>
      withinObservers(gate.services.observers, record, { step: "provider", run });
    const enclosing = this.#enclosing;
    this.#follow(
      enclosing === undefined ? begin() : runInScope(enclosing, gate.services.interceptors, begin),
    );
    return shown;
  }

  /** The client closes. */
  abandon(): void {
    this.#giveUp();
  }

  /** The process has nothing else to do, so no retry will come. */
  hurry(): void {
    this.#giveUp();
  }

  leftBehind(): void {}

  #invoke(invocation: Invocation<Request>, attempt: Attempt<Request, Answer>): Promise<Answer> {
    this.#invocation = invocation;
    this.#enclosing = currentScope().enclosing;
    const answer = new Promise<Answer>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    const onAbort = (): void => this.#stopWaiting();
    invocation.signal.addEventListener("abort", onAbort, { once: true });
    const settled = (): void => invocation.signal.removeEventListener("abort", onAbort);
    answer.then(settled, settled);
    this.#follow(attempt(invocation));
    return answer;
  }

  #follow(work: Promise<Answer>): void {
    work.then(
      (answer) => this.#resolve?.(answer),
      (error: unknown) => this.#onFailure(error),
    );
  }

  #onFailure(error: unknown): void {
    this.#failures += 1;
    const aborted = this.#invocation?.signal.aborted === true;
    const waitMs = aborted ? undefined : this.#parts.waitMs(error, this.#failures);
    if (waitMs === undefined) this.#reject?.(error);
    else this.#wait(error, waitMs);
  }

  #wait(error: unknown, waitMs: number): void {
    const { gate, record, onWait } = this.#parts;
    const timer = setTimeout(() => this.#giveUp(), timerDelayMs(waitMs));
    timer.unref();
    this.#held = { error, timer };
    gate.services.active.watch(this);
    holdAtExit(this);
    gate.services.keepAlive(record.outcome.promise());
    attachLifecycle(error, record.view);
    onWait(true);
    this.#failAttempt?.(error);
  }

  /** No further attempt: the call ends with the last error. */
  #giveUp(): void {
    const held = this.#held;
    if (held === undefined) return;
    this.#reject?.(held.error);
    this.#stopWaiting();
  }

  #stopWaiting(): void {
    if (this.#held === undefined) return;
    clearTimeout(this.#held.timer);
    this.#held = undefined;
    this.#parts.gate.services.active.unwatch(this);
    this.#parts.onWait(false);
    // Keeps an ending process alive until the event is handed over.
    void this.#parts.record.outcome.promise().then(() => letGo(this));
  }

  /** The promise of one attempt: settles with the call, or rejects when this attempt fails. */
  #attemptOf(result: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#failAttempt = reject;
      result.then(resolve, reject);
    });
  }
}
