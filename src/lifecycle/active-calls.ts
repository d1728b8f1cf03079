import { type Linked, LinkedSet } from "../base/linked-set.ts";
import { nextTurn } from "../base/next-turn.ts";
import { closedError } from "../errors.ts";
import type { Clock } from "../types.ts";
import { Deferred } from "./deferred.ts";
import type { LifecycleRecord } from "./lifecycle.ts";
import { atProcessEnd } from "./process-end.ts";
import type { Reservation } from "./reservation.ts";

/** How often open streams are checked: precise enough for an idle limit of five minutes. */
const SWEEP_INTERVAL_MS = 30_000;

/**
 * Runs `task` every `intervalMs` milliseconds without keeping the process alive; returns a function
 * that stops it.
 */
export type Repeat = (task: () => void, intervalMs: number) => () => void;

const repeatInProcess: Repeat = (task, intervalMs) => {
  const timer = setInterval(task, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
};

/** A stream that the app may abandon silently: checked by the sweep, ended by close. */
export interface OpenStream extends Linked<OpenStream> {
  /** True while the app waits for the provider: a slow provider is not an idle app. */
  readonly waiting: boolean;
  /** Grows with every chunk. A counter, so that no clock is read per chunk. */
  readonly activity: number;
  /** The activity at the last sweep. Set by {@link ActiveCalls} only, like the next one. */
  seenActivity?: number | undefined;
  /** Since when it has been idle, or watched, in monotonic milliseconds. */
  idleSinceMs?: number | undefined;
  /** Ends it as cancelled and cancels its source. Does nothing if it has ended. */
  abandon(): void;
}

/** The lifecycles in progress at one moment. */
export interface UnderWay {
  /** Resolves when all of them have been reported or stopped. */
  readonly ended: Promise<unknown>;
  /** Resolves when all of them have a delivery outcome. */
  readonly delivered: Promise<unknown>;
}

/** What {@link ActiveCalls} needs. */
interface ActiveCallsOptions {
  readonly idleAfterMs: number;
  readonly clock: Pick<Clock, "monotonic">;
  /** Default: the timers of the process. */
  readonly repeat?: Repeat | undefined;
}

/** Everything in progress in a client, for `flush`, `close` and the idle sweep. */
export class ActiveCalls {
  readonly #records = new LinkedSet<LifecycleRecord>();
  readonly #streams = new LinkedSet<OpenStream>();
  readonly #work = new Set<Promise<unknown>>();
  readonly #reservations = new LinkedSet<Reservation>();
  readonly #options: ActiveCallsOptions;
  #endSweep: (() => void) | undefined = undefined;
  #closed = false;
  #stopped = false;

  constructor(options: ActiveCallsOptions) {
    this.#options = options;
  }

  /**
   * For a call that starts, or the call that `reservation` was made for.
   *
   * @throws GuardedModelError `client_closed` after {@link refuseNew}.
   */
  assertOpen(reservation?: Reservation): void {
    if (reservation === undefined ? this.#closed : this.#stopped || !reservation.held)
      throw closedError();
  }

  /** For a call that gets its lifecycle later. Call it synchronously when the call starts. */
  reserve(): Reservation {
    const held = !this.#closed;
    const reservation: Reservation = { held, released: new Deferred() };
    if (held) this.#reservations.add(reservation);
    return reservation;
  }

  /** The call has its lifecycle, or will not get one. Idempotent. */
  release(reservation: Reservation | undefined): void {
    if (reservation === undefined) return;
    reservation.held = false;
    this.#reservations.delete(reservation);
    reservation.released.resolve(undefined);
  }

  /**
   * Resolve when the reservations held now are released. Later ones are not included: under load,
   * there may always be some.
   */
  releases(): Promise<unknown>[] {
    return [...this.#reservations].map(({ released }) => released.promise());
  }

  /**
   * For a call that started before the close and has not reached the provider yet.
   *
   * @throws GuardedModelError `client_closed` after {@link abandonAll}.
   */
  assertRunning(): void {
    if (this.#stopped) throw closedError();
  }

  add(record: LifecycleRecord): void {
    this.#records.add(record);
  }

  /**
   * Called when its delivery outcome is known, or when it ended without an event. Whatever nobody
   * has resolved by then never will be: its module could not be loaded.
   */
  remove(record: LifecycleRecord): void {
    this.#records.delete(record);
    record.decision.resolve(undefined);
    record.delivery.resolve(undefined);
    record.outcome.resolve("unavailable");
  }

  /** Other work that `flush` and `close` wait for. */
  track(work: Promise<unknown>): void {
    const over = (): void => void this.#work.delete(work);
    this.#work.add(work);
    work.then(over, over);
  }

  /**
   * A stream that opens after {@link abandonAll} is abandoned in a microtask, when it is fully
   * constructed.
   */
  watch(stream: OpenStream): void {
    if (this.#stopped) {
      queueMicrotask(() => stream.abandon());
      return;
    }
    stream.idleSinceMs = this.#options.clock.monotonic();
    this.#streams.add(stream);
    this.#endSweep ??= this.#startSweep();
  }

  unwatch(stream: OpenStream): void {
    this.#streams.delete(stream);
  }

  /** The lifecycles in progress now; later ones are not included. */
  underWay(): UnderWay {
    const records = [...this.#records];
    const ends: Promise<unknown>[] = records.map((record) => record.outcome.promise());
    return {
      ended: Promise.allSettled([...ends, ...this.#work]),
      delivered: Promise.all(records.map((record) => record.delivery.promise())),
    };
  }

  /**
   * Stops the sweep at once if there are no streams: a process that gets frozen would not reach the
   * next one.
   */
  restIfIdle(): void {
    if (this.#streams.size === 0) this.#rest();
  }

  refuseNew(): void {
    this.#closed = true;
  }

  /**
   * Ends all open streams as cancelled, then all other calls; none reaches a provider any more.
   * Resolves when all have ended.
   */
  async abandonAll(): Promise<void> {
    this.#stopped = true;
    this.#rest();
    this.#abandonOpen();
    // One turn later, streams whose provider had not answered have ended.
    await new Promise(nextTurn);
    for (const record of this.#records) record.abandon?.();
  }

  #startSweep(): () => void {
    const { repeat = repeatInProcess } = this.#options;
    const endRepeat = repeat(() => this.#abandonIdle(), SWEEP_INTERVAL_MS);
    const stay = atProcessEnd(() => this.#abandonOpen());
    return () => {
      endRepeat();
      stay();
    };
  }

  #abandonOpen(): void {
    for (const stream of [...this.#streams]) {
      this.#streams.delete(stream);
      stream.abandon();
    }
  }

  /**
   * Stops the sweep if there is nothing to check, because a timer for each call would cost more
   * than the call.
   */
  #abandonIdle(): void {
    this.restIfIdle();
    const { idleAfterMs, clock } = this.#options;
    const now = clock.monotonic();
    for (const stream of this.#streams) {
      const { waiting, activity, seenActivity = 0, idleSinceMs = now } = stream;
      stream.seenActivity = activity;
      if (waiting || activity !== seenActivity) stream.idleSinceMs = now;
      else if (now - idleSinceMs >= idleAfterMs) stream.abandon();
    }
  }

  #rest(): void {
    this.#endSweep?.();
    this.#endSweep = undefined;
  }
}
