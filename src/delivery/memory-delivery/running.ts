import type { DeliveryCounters, DeliveryOutcome } from "../../types.ts";
import type { DeliveryEnvironment, EventRecord, RunningDelivery, Submission } from "../delivery.ts";
import { Dispatch } from "../sending/dispatch.ts";
import { Expiry } from "../sending/expiry.ts";
import { endedOutcome, rejectedOutcome } from "../sending/queued-event.ts";
import { Capacity } from "./capacity.ts";
import { type MemoryEvent, makeMemoryEvent, measure } from "./memory-event.ts";
import type { MemorySettings } from "./memory-options.ts";

/** Starts a `memoryDelivery`; loaded with the first call. */
export function startMemory(
  settings: MemorySettings,
  environment: DeliveryEnvironment,
): RunningDelivery {
  return new MemoryDelivery(settings, environment);
}

class MemoryDelivery implements RunningDelivery {
  readonly #environment: DeliveryEnvironment;
  readonly #dispatch: Dispatch<MemoryEvent>;
  readonly #capacity: Capacity;
  readonly #expiry: Expiry<MemoryEvent> | undefined;
  #closing: Promise<void> | undefined = undefined;

  constructor(settings: MemorySettings, environment: DeliveryEnvironment) {
    this.#environment = environment;
    this.#dispatch = new Dispatch<MemoryEvent>(environment, {
      onSettled: (held) => this.#free(held),
      onIdle: () => this.#expiry?.rest(),
      onRetry: (held) => {
        if (this.#isToPutBack(held, settings)) this.#letGo(held, "put_back");
      },
      livesMs: settings.giveUpAfterMs,
    });
    const { timers } = this.#dispatch;
    const { clock } = environment;
    this.#capacity = new Capacity({ ...settings, timers, monotonic: () => clock.monotonic() });
    this.#expiry = this.#makeExpiry(settings.giveUpAfterMs);
  }

  admit(signal: AbortSignal | undefined): Promise<void> | undefined {
    return this.#capacity.admit(signal);
  }

  forget(): void {
    this.#capacity.forget();
  }

  submit(record: EventRecord): Submission {
    let receive: (outcome: DeliveryOutcome) => void = () => {};
    const outcome = new Promise<DeliveryOutcome>((resolve) => {
      receive = resolve;
    });
    const dispatch = this.#dispatch;
    const held = makeMemoryEvent(record, {
      number: dispatch.pending.nextNumber(),
      submittedAt: this.#environment.clock.monotonic(),
      // An event that can be given up alone needs an abort controller of its own.
      stop: this.#expiry === undefined ? dispatch.stop : new AbortController(),
      receive,
    });
    dispatch.counters.open();
    const refusal = this.#refuse(held);
    if (refusal !== undefined) dispatch.conclude(held, refusal);
    else this.#take(held);
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
    return this.#dispatch.counters.read();
  }

  #makeExpiry(giveUpAfterMs: number | undefined): Expiry<MemoryEvent> | undefined {
    if (giveUpAfterMs === undefined) return undefined;
    return new Expiry({
      giveUpAfterMs,
      pending: this.#dispatch.pending,
      timers: this.#dispatch.timers,
      monotonic: () => this.#environment.clock.monotonic(),
      onExpired: (held) => this.#giveUp(held),
    });
  }

  /** The outcome of an event that is not accepted; undefined if it has its space. */
  #refuse(held: MemoryEvent): DeliveryOutcome | undefined {
    if (this.#dispatch.ended) return endedOutcome(held, "closed");
    try {
      measure(held);
    } catch (error) {
      return rejectedOutcome(held, "unwritable", error as Error);
    }
    // Only the events of calls are finalized, and only calls are admitted.
    if (this.#capacity.take(held.bytes, { isAdmitted: held.record.finalize })) return undefined;
    this.#dispatch.log.droppedFull();
    return endedOutcome(held, "queue_full");
  }

  #take(held: MemoryEvent): void {
    // A waiting event would be in memory twice; it is serialized again when it is sent.
    if (!this.#dispatch.scheduler.idle) held.json = undefined;
    this.#dispatch.take(held);
    this.#expiry?.watch();
  }

  #free(held: MemoryEvent): void {
    this.#capacity.free(held.bytes);
    if (this.#capacity.relieved) this.#dispatch.log.relieved();
  }

  /** The event has waited too long; all have the same limit, so the oldest come first. */
  #giveUp(held: MemoryEvent): void {
    held.stop.abort();
    this.#letGo(held, "gave_up");
    this.#dispatch.scheduler.prune();
  }

  #isToPutBack(held: MemoryEvent, { putBack }: MemorySettings): boolean {
    if (putBack === undefined || !held.uncertain || held.stored !== undefined) return false;
    const heldMs = this.#environment.clock.monotonic() - held.submittedAt;
    return this.#dispatch.pending.size >= putBack.fromEvents && heldMs >= putBack.afterMs;
  }

  #letGo(held: MemoryEvent, reason: string): void {
    this.#dispatch.settle(held, endedOutcome(held, reason));
  }

  async #close(deadlineMs: number): Promise<void> {
    this.#capacity.close();
    // Calls that end during the close still get their events out, as far as time allows.
    await this.#dispatch.drain(deadlineMs);
    this.#dispatch.end((held) => endedOutcome(held, "closed"));
    this.#dispatch.log.closed(this.counters().dropped.closed ?? 0);
  }
}
