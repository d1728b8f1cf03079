import { setMaxListeners } from "node:events";
import type { DeliveryCounters, DeliveryOutcome } from "../types.ts";
import { Books } from "./counters.ts";
import { Courier } from "./courier.ts";
import type { DeliveryEnvironment, EventRecord, RunningDelivery, Submission } from "./delivery.ts";
import { DeliveryLog } from "./delivery-log.ts";
import { Expiry } from "./expiry.ts";
import { Gate } from "./gate.ts";
import type { MemorySettings } from "./memory-options.ts";
import { makeParcel, measure, type Parcel } from "./parcel.ts";
import { PendingEvents } from "./pending-events.ts";
import { type Holder, holdAtExit, letGo } from "./process-exit.ts";
import { Room } from "./room.ts";
import { ClockSkew } from "./stamp.ts";
import { processTimers, type Timers } from "./timers.ts";
import { endedOutcome, rejectedOutcome } from "./trip.ts";

/** The works of `memoryDelivery`: they begin with the first call, and are loaded with it. */
export function startMemory(
  settings: MemorySettings,
  environment: DeliveryEnvironment,
): RunningDelivery {
  return new MemoryDelivery(settings, environment);
}

class MemoryDelivery implements RunningDelivery {
  readonly #environment: DeliveryEnvironment;
  readonly #timers: Timers;
  readonly #log: DeliveryLog;
  readonly #books = new Books();
  readonly #room: Room;
  readonly #pending = new PendingEvents<Parcel>();
  readonly #courier: Courier<Parcel>;
  readonly #expiry: Expiry<Parcel> | undefined;
  readonly #stop = unlimitedController();
  readonly #holder: Holder = {
    hurry: () => this.#courier.hurry(),
    leftBehind: () => this.#log.leftAtExit(this.#books.pending),
  };
  #closing: Promise<void> | undefined = undefined;
  #closed = false;

  constructor(settings: MemorySettings, environment: DeliveryEnvironment) {
    const { sender, clock, random, logger, timers = processTimers } = environment;
    this.#environment = environment;
    this.#timers = timers;
    const log = new DeliveryLog(logger, clock);
    this.#log = log;
    this.#room = new Room({ ...settings, timers, monotonic: () => clock.monotonic() });
    const gate = new Gate({
      random,
      onChange: (pause) => {
        // What comes back after the end is nobody's news.
        if (this.#closed) return;
        log.paused(pause);
        this.#courier.gateChanged();
      },
    });
    const onAnomaly = (eventId: string) => log.anomaly(eventId);
    this.#courier = new Courier<Parcel>({
      desk: { sender, clock, random, gate, skew: new ClockSkew(), onAnomaly },
      timers,
      onDone: (parcel, { outcome }) => this.#settle(parcel, outcome),
    });
    this.#expiry = this.#makeExpiry(settings.giveUpAfterMs);
  }

  admit(signal: AbortSignal | undefined): Promise<void> | undefined {
    return this.#room.admit(signal);
  }

  forget(): void {
    this.#room.forget();
  }

  submit(record: EventRecord): Submission {
    let receive: (outcome: DeliveryOutcome) => void = () => {};
    const outcome = new Promise<DeliveryOutcome>((resolve) => {
      receive = resolve;
    });
    const parcel = makeParcel(record, {
      number: this.#pending.nextNumber(),
      submittedAt: this.#environment.clock.monotonic(),
      // An event that can be given up alone has requests that can be stopped alone.
      stop: this.#expiry === undefined ? this.#stop : new AbortController(),
      receive,
    });
    this.#books.open();
    const refusal = this.#refuse(parcel);
    if (refusal !== undefined) this.#conclude(parcel, refusal);
    else this.#take(parcel);
    return { stored: undefined, outcome };
  }

  async flush(options: { readonly deadlineMs: number }): Promise<void> {
    if (this.#pending.size > 0) this.#courier.hurry();
    await this.#pending.gone(this.#timers, options.deadlineMs);
  }

  close(options: { readonly deadlineMs: number }): Promise<void> {
    this.#closing ??= this.#close(options.deadlineMs);
    return this.#closing;
  }

  counters(): DeliveryCounters {
    return this.#books.read();
  }

  #makeExpiry(giveUpAfterMs: number | undefined): Expiry<Parcel> | undefined {
    if (giveUpAfterMs === undefined) return undefined;
    return new Expiry({
      giveUpAfterMs,
      pending: this.#pending,
      timers: this.#timers,
      monotonic: () => this.#environment.clock.monotonic(),
      onExpired: (parcel) => this.#giveUp(parcel),
    });
  }

  /** The outcome of an event that cannot be taken; undefined when it has its space. */
  #refuse(parcel: Parcel): DeliveryOutcome | undefined {
    if (this.#closed) return endedOutcome(parcel, "closed");
    try {
      measure(parcel);
    } catch (error) {
      return rejectedOutcome(parcel, "unwritable", error as Error);
    }
    if (this.#room.take(parcel.bytes)) return undefined;
    this.#log.droppedFull();
    return endedOutcome(parcel, "queue_full");
  }

  #take(parcel: Parcel): void {
    if (this.#pending.size === 0) holdAtExit(this.#holder);
    this.#pending.add(parcel);
    // Text that has to wait would be held twice; it is written again when its turn comes.
    if (!this.#courier.idle) parcel.json = undefined;
    this.#expiry?.watch();
    this.#courier.add(parcel);
  }

  #settle(parcel: Parcel, outcome: DeliveryOutcome): void {
    this.#conclude(parcel, outcome);
    this.#room.free(parcel.bytes);
    if (this.#room.relieved) this.#log.relieved();
    this.#pending.delete(parcel);
    if (this.#pending.size === 0) this.#rest();
  }

  #conclude(parcel: Parcel, outcome: DeliveryOutcome): void {
    parcel.over = true;
    this.#books.settle(outcome);
    this.#log.settled(outcome);
    try {
      this.#environment.onOutcome(parcel.record, outcome);
    } catch {
      // Whoever watches must not change what is watched.
    }
    parcel.receive(outcome);
  }

  /** Nothing is pending: nothing of ours stays behind in the process. */
  #rest(): void {
    letGo(this.#holder);
    this.#expiry?.rest();
    this.#courier.clear();
  }

  /** Patience is at an end; all events have the same, so the oldest go first. */
  #giveUp(parcel: Parcel): void {
    parcel.stop.abort();
    this.#settle(parcel, endedOutcome(parcel, "gave_up"));
    this.#courier.prune();
  }

  async #close(deadlineMs: number): Promise<void> {
    this.#room.close();
    // Calls that end while we wait still get their events out, as far as the time goes.
    const until = this.#environment.clock.monotonic() + deadlineMs;
    while (this.#pending.size > 0) {
      const leftMs = until - this.#environment.clock.monotonic();
      if (!(leftMs > 0)) break;
      await this.flush({ deadlineMs: leftMs });
    }
    this.#closed = true;
    this.#courier.stop();
    this.#stop.abort();
    const left = this.#pending.size;
    for (const parcel of this.#pending.values()) {
      parcel.stop.abort();
      this.#settle(parcel, endedOutcome(parcel, "closed"));
    }
    this.#log.closed(left);
  }
}

/** A signal that thousands of requests may listen to at once. */
function unlimitedController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
