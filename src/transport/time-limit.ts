import { nextTurn } from "../base/next-turn.ts";
import { timerDelayMs } from "./deadline.ts";

/** What a {@link TimeLimit} ends. */
export interface TimeLimited {
  /** Called once, when the time is up. Must not throw. */
  expire(): void;
}

/** How late a timer may run before the process counts as busy, in milliseconds. */
export const LATE_MS = 10;

/** Time for what had come in a busy process to be read, and decompressed, in milliseconds. */
export const READING_MS = 50;

/** Others are an app's tests', which say themselves how much time has passed. */
const ownTimers: typeof setTimeout = globalThis.setTimeout;

/**
 * A timer for a wait. Where the app keeps the process busy, timers run before what has come in the
 * meantime is read: an answer that came in time would count as late. So a timer that runs late lets
 * the process read first.
 */
export class TimeLimit {
  readonly #target: TimeLimited;
  readonly #holdProcess: boolean;
  readonly #dueAt: number;
  #timer: NodeJS.Timeout;
  #isCleared = false;

  constructor(target: TimeLimited, ms: number, holdProcess: boolean) {
    const delay = timerDelayMs(ms);
    this.#target = target;
    this.#holdProcess = holdProcess;
    this.#dueAt = performance.now() + delay;
    this.#timer = this.#start(onTimer, delay);
  }

  /** The wait has ended. Idempotent. */
  clear(): void {
    this.#isCleared = true;
    clearTimeout(this.#timer);
  }

  /** The timer has run. */
  onTimer(): void {
    const isLate = performance.now() - this.#dueAt >= LATE_MS;
    if (!isLate || nextTurn === undefined || globalThis.setTimeout !== ownTimers) {
      this.#target.expire();
      return;
    }
    const turn = nextTurn(onRead, this);
    if (!this.#holdProcess) turn.unref();
  }

  /** The process has read what had come by then, but an answer may take several turns. */
  onRead(): void {
    if (!this.#isCleared) this.#timer = this.#start(onTimeUp, READING_MS);
  }

  onTimeUp(): void {
    this.#target.expire();
  }

  #start(task: (limit: TimeLimit) => void, ms: number): NodeJS.Timeout {
    const timer = setTimeout(task, ms, this);
    // A timer that holds is what keeps the process alive while somebody awaits the result.
    if (!this.#holdProcess) timer.unref();
    return timer;
  }
}

function onTimer(limit: TimeLimit): void {
  limit.onTimer();
}

function onRead(limit: TimeLimit): void {
  limit.onRead();
}

function onTimeUp(limit: TimeLimit): void {
  limit.onTimeUp();
}
