import { assertBalanced } from "../../../src/delivery/counters.ts";
import type {
  EventRecord,
  RunningDelivery,
  TelemetryEvent,
} from "../../../src/delivery/delivery.ts";
import {
  type DurableDeliveryOptions,
  durableDelivery,
} from "../../../src/delivery/durable-delivery.ts";
import type { Timers } from "../../../src/delivery/timers.ts";
import type { DeliveryOutcome } from "../../../src/types.ts";
import { OUTBOX, type SimulatedMachine } from "./simulated-machine.ts";
import { processes, type SimulatedProcess, thawed } from "./simulated-process.ts";
import type { SimulatedService } from "./simulated-service.ts";

/** How late anything may be, in milliseconds. */
const GRACE_MS = 100;

/** The time limit for an answer of the disk, and so for whatever waits for it. */
const PATIENCE_MS = 5_000;

/** A call of an app, and what the app was told. */
export interface Call {
  readonly record: EventRecord;
  readonly app: SimulatedApp;
  /** The disk has a note that it may be with its provider. */
  isNoted: boolean;
  /** The note is on the disk for certain. */
  isNotedForSure: boolean;
  isSubmitted: boolean;
  /** Its app has its answer. */
  isAcknowledged: boolean;
  isForgotten: boolean;
  /** The app was told that it may be in memory alone. */
  isInMemory: boolean;
  wasAfterClose: boolean;
  outcome: DeliveryOutcome | undefined;
}

/** The parameters of an app. */
export interface AppParts {
  readonly machine: SimulatedMachine;
  readonly service: SimulatedService;
  readonly host: string;
  readonly options: Omit<DurableDeliveryOptions, "directory">;
}

/** An app with an outbox, in a process of its own. */
export class SimulatedApp {
  readonly process: SimulatedProcess;
  readonly delivery: RunningDelivery;
  readonly calls: Call[] = [];
  /** Calls in progress; none ends by itself. */
  readonly open: Call[] = [];
  readonly log: string[] = [];
  readonly parts: AppParts;
  isTroubled = false;
  wasTroubled = false;
  /** It was told that another process took over its folder. */
  wasTakenOver = false;
  /** It has said that it could not keep a rejected event. */
  lacksQuarantine = false;
  isClosing = false;
  isOver = false;
  /** Whether its disk performed every operation but syncs during its close. */
  couldTidyUp = true;
  /** Pending ones. */
  readonly timers: Set<object> = new Set();
  /** Its failures, reported at the end. */
  readonly faults: string[] = [];

  constructor(parts: AppParts) {
    this.parts = parts;
    const { machine, service, host, options } = parts;
    this.process = machine.start(host);
    this.delivery = this.#run(() =>
      durableDelivery({ ...options, directory: OUTBOX }).start({
        sender: service.senderOf(this),
        clock: { now: () => machine.wall(), monotonic: () => machine.time.monotonic() },
        random: () => 0.5,
        logger: {
          info: (message) => this.#hear(message),
          warn: (message) => this.#hear(message),
          error: (message) => this.#hear(message),
        },
        onOutcome: () => undefined,
        timers: this.#timers(),
      }),
    );
  }

  /** Makes a call up to its provider. */
  begin(
    id: string,
    { bytes, isShort }: { readonly bytes: number; readonly isShort: boolean },
  ): void {
    const call: Call = {
      record: recordOf(id, this.parts.machine.wall(), bytes),
      app: this,
      ...{
        isNoted: false,
        isNotedForSure: false,
        isSubmitted: false,
        isAcknowledged: false,
        isForgotten: false,
      },
      ...{ isInMemory: false, wasAfterClose: false, outcome: undefined },
    };
    this.calls.push(call);
    void this.#run(async () => {
      const { delivery } = this;
      try {
        await this.#inTime("admit", PATIENCE_MS, delivery.admit(undefined));
        call.isInMemory ||= this.isTroubled;
        const interrupted = interruptedOf(call.record);
        const noted = delivery.note?.({ eventId: id, interrupted });
        await this.#inTime("note", PATIENCE_MS, noted);
        call.isInMemory ||= this.isTroubled;
        call.isNoted = true;
        call.isNotedForSure = !call.isInMemory;
        if (isShort) this.#end(call);
        else this.open.push(call);
      } catch (error) {
        if (!["delivery_unavailable", "client_closed"].includes((error as { code: string }).code))
          this.faults.push(`${id} was refused by ${String(error)}`);
        call.isForgotten = true;
        delivery.forget?.(id);
      }
    });
  }

  /** Ends a call in progress with its answer. */
  end(nth: number): void {
    const [call] = this.open.splice(nth % Math.max(1, this.open.length), 1);
    if (call !== undefined) this.#end(call);
  }

  #end(call: Call): void {
    void this.#run(async () => {
      call.isSubmitted = true;
      call.wasAfterClose = this.isClosing;
      call.isInMemory ||= this.isTroubled;
      const { stored, outcome } = this.delivery.submit(call.record);
      void outcome.then((told) => {
        if (call.outcome !== undefined) this.faults.push("two outcomes");
        call.outcome = told;
      });
      await this.#inTime("submit", PATIENCE_MS, stored);
      call.isInMemory ||= this.isTroubled;
      call.isAcknowledged = true;
    });
  }

  /** Ends a call in progress without an event. */
  forget(nth: number): void {
    const [call] = this.open.splice(nth % Math.max(1, this.open.length), 1);
    if (call === undefined) return;
    call.isForgotten = true;
    this.#run(() => this.delivery.forget?.(call.record.event.event_id));
  }

  flush(deadlineMs: number): void {
    const before = this.calls.filter(({ isSubmitted }) => isSubmitted);
    const { time } = this.parts.machine;
    const until = time.monotonic() + deadlineMs;
    const flushed = this.#run(() =>
      this.#inTime("flush", deadlineMs, this.delivery.flush({ deadlineMs })),
    );
    void flushed.then(() => {
      if (time.monotonic() >= until || this.isClosing || this.wasTakenOver) return;
      for (const { record, outcome } of before)
        if (outcome === undefined)
          this.faults.push(`${record.event.event_id} has no outcome after a flush`);
    });
  }

  close(deadlineMs: number): Promise<void> {
    this.isClosing = true;
    this.seeDisk();
    return this.#run(async () => {
      await this.#inTime("close", deadlineMs, this.delivery.close({ deadlineMs }));
      this.isOver = true;
    });
  }

  /** Checks the disk, which may have a fault now. */
  seeDisk(): void {
    if (this.isClosing && !this.isOver) this.couldTidyUp &&= this.parts.machine.disk.isSlowAtMost;
  }

  kill(): void {
    this.isOver = true;
    this.parts.machine.kill(this.process);
  }

  check(): void {
    if (!this.process.isDead) assertBalanced(this.delivery.counters());
  }

  #hear(message: string): void {
    this.log.push(message);
    if (/cannot keep events/.test(message)) {
      this.isTroubled = true;
      this.wasTroubled = true;
    }
    if (/keeps events again/.test(message)) this.isTroubled = false;
    if (/quarantine takes up|has no place/.test(message)) this.lacksQuarantine = true;
    if (/took this one for dead|was removed/.test(message)) this.wasTakenOver = true;
  }

  #run<T>(work: () => T): T {
    return processes.run(this.process, work);
  }

  /** Reports work that takes longer than it may. */
  async #inTime(what: string, deadlineMs: number, work: Promise<void> | undefined): Promise<void> {
    const { time } = this.parts.machine;
    const since = time.monotonic();
    const { freezes, freeze } = this.process;
    const isFrozen = () => freeze !== undefined || this.process.freezes > freezes;
    const told = () => {
      const tookMs = time.monotonic() - since;
      if (tookMs > deadlineMs + GRACE_MS && !this.process.isDead && !isFrozen())
        this.faults.push(`${what} took ${tookMs} ms of ${deadlineMs}`);
    };
    await work?.finally(told);
  }

  /** The machine's timers, which run no task of a process that does not run. */
  #timers(): Timers {
    const { time } = this.parts.machine;
    const ours = (task: () => void) => () => {
      if (this.process.isDead) return;
      if (this.process.freeze === undefined) this.#run(task);
      else void thawed(this.process).then(ours(task));
    };
    return {
      schedule: (task, delayMs, options) => {
        const token = {};
        this.timers.add(token);
        const run = () => {
          if (this.timers.delete(token)) task();
        };
        const cancel = time.schedule(ours(run), delayMs, options);
        return () => {
          this.timers.delete(token);
          cancel();
        };
      },
      soon: (task) => time.soon(ours(task)),
    };
  }
}

/** The input of each event. */
export const PROMPT = "What is the capital of France?";

export function recordOf(id: string, now: number, bytes: number): EventRecord {
  const event: TelemetryEvent = {
    event_id: id,
    input: PROMPT,
    output: "Paris.",
    model: "m-1",
    timestamp: new Date(now).toISOString(),
    metadata: {
      client_event_id: id,
      outcome: "complete",
      ...(bytes > 0 && { x: "x".repeat(bytes) }),
    },
  };
  const idGivenByCaller = Number(id.slice(-3)) % 3 === 0;
  return { event, finalize: true, idGivenByCaller, occurredAt: now };
}

/** The event to send if its process dies. */
export function interruptedOf(record: EventRecord): EventRecord {
  const { event_id, input, model, timestamp } = record.event;
  const metadata = { client_event_id: event_id, outcome: "interrupted" };
  return { ...record, event: { event_id, input, output: "", model, timestamp, metadata } };
}
