import type { DeliveryCounters, DeliveryOutcome } from "../../types.ts";
import type { DeliveryEnvironment, EventRecord, RunningDelivery, Submission } from "../delivery.ts";
import { Dispatch } from "../sending/dispatch.ts";
import { Expiry } from "../sending/expiry.ts";
import { endedOutcome, rejectedOutcome } from "../sending/trip.ts";
import type { MemorySettings } from "./memory-options.ts";
import { makeParcel, measure, type Parcel } from "./parcel.ts";
import { Room } from "./room.ts";

/** Starts a `memoryDelivery`; loaded with the first call. */
export function startMemory(
  settings: MemorySettings,
  environment: DeliveryEnvironment,
): RunningDelivery {
  return new MemoryDelivery(settings, environment);
}

class MemoryDelivery implements RunningDelivery {
  readonly #environment: DeliveryEnvironment;
  readonly #dispatch: Dispatch<Parcel>;
  readonly #room: Room;
  readonly #expiry: Expiry<Parcel> | undefined;
  #closing: Promise<void> | undefined = undefined;

  constructor(settings: MemorySettings, environment: DeliveryEnvironment) {
    this.#environment = environment;
    this.#dispatch = new Dispatch<Parcel>(environment, {
      onSettled: (parcel) => this.#free(parcel),
      onIdle: () => this.#expiry?.rest(),
      onRest: (parcel) => {
        if (this.#isToPutBack(parcel, settings)) this.#letGo(parcel, "put_back");
      },
    });
    const { timers } = this.#dispatch;
    const { clock } = environment;
    this.#room = new Room({ ...settings, timers, monotonic: () => clock.monotonic() });
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
    const dispatch = this.#dispatch;
    const parcel = makeParcel(record, {
      number: dispatch.pending.nextNumber(),
      submittedAt: this.#environment.clock.monotonic(),
      // An event that can be given up alone needs an abort controller of its own.
      stop: this.#expiry === undefined ? dispatch.stop : new AbortController(),
      receive,
    });
    dispatch.books.open();
    const refusal = this.#refuse(parcel);
    if (refusal !== undefined) dispatch.conclude(parcel, refusal);
    else this.#take(parcel);
    return { stored: undefined, outcome };
  }

  flush(options: { readonly deadlineMs: number }): Promise<void> {
    return this.#dispatch.flush(options.deadlineMs);
  }

  close(options: { readonly deadlineMs: number }): Promise<void> {
    this.#closing ??= this.#close(options.deadlineMs);
    return this.#closing;
  }

  counters(): DeliveryCounters {
    return this.#dispatch.books.read();
  }

  #makeExpiry(giveUpAfterMs: number | undefined): Expiry<Parcel> | undefined {
    if (giveUpAfterMs === undefined) return undefined;
    return new Expiry({
      giveUpAfterMs,
      pending: this.#dispatch.pending,
      timers: this.#dispatch.timers,
      monotonic: () => this.#environment.clock.monotonic(),
      onExpired: (parcel) => this.#giveUp(parcel),
    });
  }

  /** The outcome of an event that is not accepted; undefined if it has its space. */
  #refuse(parcel: Parcel): DeliveryOutcome | undefined {
    if (this.#dispatch.ended) return endedOutcome(parcel, "closed");
    try {
      measure(parcel);
    } catch (error) {
      return rejectedOutcome(parcel, "unwritable", error as Error);
    }
    if (this.#room.take(parcel.bytes)) return undefined;
    this.#dispatch.log.droppedFull();
    return endedOutcome(parcel, "queue_full");
  }

  #take(parcel: Parcel): void {
    // A waiting event would be in memory twice; it is serialized again when it is sent.
    if (!this.#dispatch.courier.idle) parcel.json = undefined;
    this.#dispatch.take(parcel);
    this.#expiry?.watch();
  }

  #free(parcel: Parcel): void {
    this.#room.free(parcel.bytes);
    if (this.#room.relieved) this.#dispatch.log.relieved();
  }

  /** The event has waited too long; all have the same limit, so the oldest come first. */
  #giveUp(parcel: Parcel): void {
    parcel.stop.abort();
    this.#letGo(parcel, "gave_up");
    this.#dispatch.courier.prune();
  }

  #isToPutBack(parcel: Parcel, { putBack }: MemorySettings): boolean {
    if (putBack === undefined || !parcel.uncertain || parcel.stored !== undefined) return false;
    const heldMs = this.#environment.clock.monotonic() - parcel.submittedAt;
    return this.#dispatch.pending.size >= putBack.fromEvents && heldMs >= putBack.afterMs;
  }

  #letGo(parcel: Parcel, reason: string): void {
    this.#dispatch.settle(parcel, endedOutcome(parcel, reason));
  }

  async #close(deadlineMs: number): Promise<void> {
    this.#room.close();
    // Calls that end during the close still get their events out, as far as time allows.
    await this.#dispatch.drain(deadlineMs);
    this.#dispatch.end((parcel) => endedOutcome(parcel, "closed"));
    this.#dispatch.log.closed(this.counters().dropped.closed ?? 0);
  }
}
