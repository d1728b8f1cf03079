import { type Linked, LinkedSet } from "../base/linked-set.ts";
import { closedError } from "../errors.ts";
import { Deferred } from "./deferred.ts";
import type { LifecycleRecord } from "./lifecycle.ts";
import { atProcessEnd } from "./process-end.ts";
import type { Reservation } from "./reservation.ts";

/**
 * As it was when this was loaded: where an app's tests put theirs in its place, closing goes on. Where
 * there is none, as in tests of pages, the package can be loaded, and the constructor says what is wrong.
 */
const nextTurn: (resolve: (value: unknown) => void) => void = globalThis.setImmediate;

/** How often open streams are looked at; a stream is idle for five minutes, so half a minute is exact enough. */
const SWEEP_INTERVAL_MS = 30_000;

/** Runs `task` every so many milliseconds, and keeps no process alive; what it returns ends it. */
export type Repeat = (task: () => void, intervalMs: number) => () => void;

const repeatInProcess: Repeat = (task, intervalMs) => {
  const timer = setInterval(task, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
};

/** A stream the app may abandon without a word: looked at by the sweep, ended by close. */
export interface OpenStream extends Linked<OpenStream> {
  /** True while the app waits for the provider: slow is not idle. */
  readonly waiting: boolean;
  /** Monotonic milliseconds. Set by {@link ActiveCalls.watch} only. */
  watchedSinceMs?: number | undefined;
  /** Grows with every chunk; a counter, so that the path of a chunk reads no clock. */
  readonly activity: number;
  /** Ends it as cancelled and cancels its source. Does nothing to one that has ended. */
  abandon(): void;
}

/** What a sweep saw of a stream. */
interface Sighting {
  readonly activity: number;
  /** Monotonic milliseconds since which it has been like this. */
  readonly since: number;
}

/** The lifecycles that were under way at one moment. */
export interface UnderWay {
  /** Resolves when all of them have reported or stopped. */
  readonly ended: Promise<unknown>;
  /** Resolves when all of them have their receipts. */
  readonly delivered: Promise<unknown>;
}

/** Everything under way in a client, so that `flush`, `close` and the idle sweep can find it. */
export class ActiveCalls {
  readonly #records = new LinkedSet<LifecycleRecord>();
  readonly #streams = new LinkedSet<OpenStream>();
  readonly #work = new Set<Promise<unknown>>();
  /** How many reservations are held, and what resolves when all are released. */
  #reserved = 0;
  #released: Deferred<undefined> | undefined = undefined;
  /** What the last sweep saw. */
  #sightings = new Map<OpenStream, Sighting>();
  readonly #idleAfterMs: number;
  readonly #monotonic: () => number;
  readonly #repeat: Repeat;
  #endSweep: (() => void) | undefined = undefined;
  #closed = false;
  #stopped = false;

  constructor(options: {
    readonly idleAfterMs: number;
    readonly monotonic: () => number;
    /** The process's own timers when left out. */
    readonly repeat?: Repeat | undefined;
  }) {
    this.#idleAfterMs = options.idleAfterMs;
    this.#monotonic = options.monotonic;
    this.#repeat = options.repeat ?? repeatInProcess;
  }

  /**
   * For a call that begins, or the one that `reservation` was made for.
   *
   * @throws GuardedModelError `client_closed` after {@link refuseNew}.
   */
  assertOpen(reservation?: Reservation): void {
    const isOpen = reservation === undefined ? !this.#closed : reservation.held && !this.#stopped;
    if (!isOpen) throw closedError();
  }

  /** For a call that has its lifecycle only later: to be called synchronously, as the call begins. */
  reserve(): Reservation {
    const held = !this.#closed;
    if (held) this.#reserved += 1;
    return { held };
  }

  /** The call has its lifecycle, or will have none. Does nothing the second time. */
  release(reservation: Reservation | undefined): void {
    if (!reservation?.held) return;
    reservation.held = false;
    this.#reserved -= 1;
    if (this.#reserved > 0) return;
    this.#released?.resolve(undefined);
    this.#released = undefined;
  }

  /** Resolves when every reservation was released; undefined when there is none. */
  allReleased(): Promise<unknown> | undefined {
    if (this.#reserved === 0) return undefined;
    this.#released ??= new Deferred();
    return this.#released.promise();
  }

  /**
   * For a call that was let in before the close and is still on its way to the provider.
   *
   * @throws GuardedModelError `client_closed` after {@link abandonAll}.
   */
  assertRunning(): void {
    if (this.#stopped) throw closedError();
  }

  add(record: LifecycleRecord): void {
    this.#records.add(record);
  }

  /** When its receipt is known, or when it ended without an event. */
  remove(record: LifecycleRecord): void {
    this.#records.delete(record);
  }

  /** Other work that `flush` and `close` wait for as well. */
  track(work: Promise<unknown>): void {
    const over = (): void => void this.#work.delete(work);
    this.#work.add(work);
    work.then(over, over);
  }

  /** A stream that opens after {@link abandonAll} is abandoned at once, when it is all there. */
  watch(stream: OpenStream): void {
    if (this.#stopped) {
      queueMicrotask(() => stream.abandon());
      return;
    }
    stream.watchedSinceMs = this.#monotonic();
    this.#streams.add(stream);
    this.#endSweep ??= this.#startSweep();
  }

  unwatch(stream: OpenStream): void {
    this.#streams.delete(stream);
  }

  /** The lifecycles that are under way now, without those that begin later. */
  underWay(): UnderWay {
    const records = [...this.#records];
    const ends: Promise<unknown>[] = records.map((record) => record.outcome.promise());
    return {
      ended: Promise.allSettled([...ends, ...this.#work]),
      delivered: Promise.all(records.map((record) => record.delivery.promise())),
    };
  }

  /** Ends the sweep at once when nothing streams: a process that is frozen has no next sweep to do it in. */
  restIfIdle(): void {
    if (this.#streams.size === 0) this.#rest();
  }

  refuseNew(): void {
    this.#closed = true;
  }

  /**
   * The end: every open stream ends as cancelled, then every other call; no further one reaches a
   * provider. Resolves once all of them have ended.
   */
  async abandonAll(): Promise<void> {
    this.#stopped = true;
    this.#rest();
    this.#abandonOpen();
    // A turn later: streams whose provider was still being waited for have ended by then.
    await new Promise(nextTurn);
    for (const record of this.#records) record.abandon?.();
  }

  #startSweep(): () => void {
    const endRepeat = this.#repeat(() => this.#abandonIdle(), SWEEP_INTERVAL_MS);
    const stay = atProcessEnd(() => this.#abandonOpen());
    return () => {
      endRepeat();
      stay();
    };
  }

  /** Returns whether there was any. */
  #abandonOpen(): boolean {
    const open = [...this.#streams];
    for (const stream of open) {
      this.#streams.delete(stream);
      stream.abandon();
    }
    return open.length > 0;
  }

  /** Ends itself when there is nothing to sweep: a timer for each call would cost more than the call. */
  #abandonIdle(): void {
    this.restIfIdle();
    const now = this.#monotonic();
    const before = this.#sightings;
    this.#sightings = new Map();
    for (const stream of this.#streams) {
      const { activity } = stream;
      const seen = before.get(stream);
      const since = sinceOf(stream, seen, now);
      if (now - since >= this.#idleAfterMs) stream.abandon();
      else this.#sightings.set(stream, { activity, since });
    }
  }

  #rest(): void {
    this.#endSweep?.();
    this.#endSweep = undefined;
    this.#sightings = new Map();
  }
}

/** Since when a stream has been quiet; one that was never read has been so from the start. */
function sinceOf(stream: OpenStream, seen: Sighting | undefined, now: number): number {
  if (stream.waiting || stream.activity !== (seen?.activity ?? 0)) return now;
  return seen?.since ?? stream.watchedSinceMs ?? now;
}
