import { type Holder, holdAtExit, letGo } from "../delivery/process-exit.ts";
import { withinObservers } from "../observability/within-observers.ts";
import { timerDelayMs } from "../transport/deadline.ts";
import type { OpenStream } from "./active-calls.ts";
import { currentScope, type EnclosingLifecycle, runInScope } from "./context/scope.ts";
import type { Gate } from "./gate.ts";
import type { LifecycleRecord } from "./lifecycle.ts";
import { attachLifecycle } from "./lifecycle-of.ts";
import { keepAlive } from "./report/hand-over.ts";
import type { Invocation } from "./run-call.ts";

/** One attempt at a provider's answer. */
export type Attempt<Request, Answer> = (invocation: Invocation<Request>) => Promise<Answer>;

/** What is known of a call whose client retries by calling anew and telling nobody. */
export interface AttemptedCallParts {
  readonly gate: Gate;
  readonly record: LifecycleRecord;
  /**
   * How long to wait for another attempt after so many have failed, in milliseconds; undefined
   * when there will be none.
   */
  readonly waitMs: (error: unknown, failures: number) => number | undefined;
  /** Told when it waits for another attempt, and when it does so no more. */
  readonly onWait: (waiting: boolean) => void;
}

/**
 * One lifecycle over several attempts. To `runCall` and `runStream` it is one provider call that
 * takes its time; to the app each attempt fails or succeeds on its own, as it did before. A call
 * that waits for an attempt that does not come ends with the last error: when the time is up,
 * when the client closes, and when the process has nothing else to do.
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

  /** The first attempt. `run` guards the call and is given what to invoke. */
  begin(
    attempt: Attempt<Request, Answer>,
    run: (invoke: Attempt<Request, Answer>) => Promise<Result>,
  ): Promise<Result> {
    this.#result = run((invocation) => this.#invoke(invocation, attempt));
    return this.#attemptOf(this.#result);
  }

  /**
   * Another attempt, in the place of the one that failed last: with the words that were approved,
   * in the async context of its caller, and inside the same lifecycle.
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
      enclosing === undefined ? begin() : runInScope(enclosing, gate.services.doorways, begin),
    );
    return shown;
  }

  /** The client closes. */
  abandon(): void {
    this.#giveUp();
  }

  /** The process has nothing left to do: nobody waits to try again. */
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
    keepAlive(gate.services, record.outcome.promise());
    attachLifecycle(error, record.view);
    onWait(true);
    this.#failAttempt?.(error);
  }

  /** No further attempt: the last error is how the call ended. */
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
    // An ending process is held until the event has been handed over.
    void this.#parts.record.outcome.promise().then(() => letGo(this));
  }

  /** What the app gets of one attempt: the end of the call, or a failure that is not its end. */
  #attemptOf(result: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#failAttempt = reject;
      result.then(resolve, reject);
    });
  }
}
