import type { TelemetryEvent } from "../../../src/delivery/delivery.ts";
import type { Keyring } from "../../../src/delivery/durable-delivery/files/keyring.ts";
import { readRow } from "../../../src/delivery/durable-delivery/recovery/salvage.ts";
import type { SimulatedDisk } from "./simulated-disk.ts";
import { OUTBOX } from "./simulated-machine.ts";
import { type Call, interruptedOf, PROMPT, type SimulatedApp } from "./simulated-outboxes.ts";
import type { SimulatedService } from "./simulated-service.ts";

/**
 * Ids left by a newer release: of events that all releases can read, and of those that only it can.
 */
export interface LeftByNewer {
  readonly known: string[];
  readonly unknown: string[];
}

/** The objects that an {@link OutboxJudge} checks. */
export interface OutboxJudgeParts {
  readonly disk: SimulatedDisk;
  readonly service: SimulatedService;
  /** Whether the outboxes sync what they write. */
  readonly fsync: boolean;
  readonly keyring: Keyring;
}

/** Compares the results of calls with what was promised. */
export class OutboxJudge {
  /** Every broken promise. */
  readonly complaints: string[] = [];
  /** How many times the machine has lost its power. */
  powerLosses = 0;
  /** Whether an app has said that it could not keep a rejected event. */
  lacksQuarantine = false;
  readonly #parts: OutboxJudgeParts;

  constructor(parts: OutboxJudgeParts) {
    this.#parts = parts;
  }

  /** What this release can read has arrived, and what it cannot read is kept for another. */
  judgeNewer({ known, unknown }: LeftByNewer): void {
    const { disk, service, fsync } = this.#parts;
    if (this.powerLosses > 0 && !fsync) return;
    for (const id of known)
      if (!service.stored.has(id) && !service.everRefused.has(id))
        this.complaints.push(`${id} of a newer release is lost`);
    const kept = disk.files(`${OUTBOX}/damaged`).map((path) => String(disk.peek(path)));
    for (const id of unknown)
      if (!kept.some((text) => text.includes(id)))
        this.complaints.push(`${id} of a newer release is not kept`);
  }

  /** No file has the text of an event. */
  judgeSecrecy({ known, unknown }: LeftByNewer): void {
    const { disk } = this.#parts;
    const inClear = [...known, ...unknown];
    for (const path of disk.files(OUTBOX)) {
      const text = String(disk.peek(path));
      if (text.includes(PROMPT) && !inClear.some((id) => text.includes(id)))
        this.complaints.push(`${path} is not encrypted`);
    }
  }

  /**
   * Events of others that an app found but had no time to send still belong to the others, and are
   * on the disk.
   */
  judgeBooks({ process, calls, delivery, wasTakenOver }: SimulatedApp): void {
    if (process.isDead) return;
    const { pending } = delivery.counters();
    if (pending > 0) this.complaints.push(`${pending} are pending when it is closed`);
    if (wasTakenOver) return;
    const own = calls.filter(({ outcome }) => outcome?.status === "dropped").length;
    const dropped = Object.values(delivery.counters().dropped).reduce((sum, n) => sum + n, 0);
    if (dropped > own) this.complaints.push(`${dropped} are dropped, of which ${own} were its own`);
  }

  /** Whether the result of a call matches its outcome. */
  judge(call: Call): void {
    const { service, fsync, disk } = this.#parts;
    const id = call.record.event.event_id;
    const stored = service.stored.get(id) ?? this.#inQuarantine(id);
    const { app: owner, outcome } = call;
    const isKilled = owner.process.isDead;
    const complain = (what: string) => this.complaints.push(`${id} ${what}`);
    const isGone = this.lacksQuarantine && service.everRefused.has(id);
    const forgiven = call.isInMemory || (this.powerLosses > 0 && !fsync) || isGone;
    if (call.isForgotten) {
      // What cannot be removed from the store is noted next to it, if the disk allows that.
      const isExcused = owner.wasTroubled && (this.powerLosses > 0 || !owner.couldTidyUp);
      if (!isKilled && !isExcused && stored !== undefined) complain("was forgotten, and reported");
      return;
    }
    if (!call.isSubmitted) {
      if (call.isNoted && isKilled && !forgiven && stored === undefined)
        complain("was under way, and is not reported");
      return;
    }
    if (!isKilled && outcome === undefined) complain("has no outcome");
    switch (outcome?.status) {
      case undefined:
        if (call.isAcknowledged && !forgiven && stored === undefined)
          complain("was acknowledged, and is lost");
        break;
      case "rejected":
        if (!service.everRefused.has(id) && !owner.wasTakenOver) complain("is rejected");
        if (stored === undefined && !forgiven && !owner.wasTroubled && !this.lacksQuarantine)
          complain("is in no quarantine");
        break;
      case "delivered":
      case "duplicate":
        if (stored === undefined) complain("is called delivered");
        break;
      case "persisted":
        if (stored === undefined && (this.powerLosses === 0 || fsync) && !isGone)
          complain("is called persisted, and is lost");
        break;
      default:
        if (call.isNotedForSure && outcome?.reason === "closed" && this.powerLosses === 0) {
          if (stored === undefined && !owner.wasTakenOver) complain("was noted, and left nothing");
        }
        if (!owner.wasTroubled && !owner.wasTakenOver && !call.wasAfterClose && !call.isInMemory)
          complain(`is ${outcome?.status} for ${outcome?.reason}`);
    }
    this.#judgeContent(call, forgiven || disk.wasBroken || service.everRefused.has(id));
    const isComplete = stored?.metadata?.outcome === "complete";
    if (
      stored !== undefined &&
      call.isAcknowledged &&
      !forgiven &&
      !isComplete &&
      !owner.wasTakenOver
    )
      complain("is complete, and reported as interrupted");
  }

  /** What has arrived of a call is its event or its note, unchanged, and then its finalize. */
  #judgeContent({ record, outcome }: Call, mayLackFinalize: boolean): void {
    const { service } = this.#parts;
    const id = record.event.event_id;
    const arrived = service.stored.get(id);
    if (arrived === undefined) return;
    const complain = (what: string) => this.complaints.push(`${id} ${what}`);
    const sent = [record, interruptedOf(record)].map(({ event }) => withoutTime(event));
    if (!sent.includes(withoutTime(arrived))) complain("has arrived as another event");
    const happened = arrived.metadata?.occurred_at ?? arrived.timestamp;
    if (happened !== record.event.timestamp) complain(`is said to have happened ${happened}`);
    if (service.finalized.has(id)) return;
    if (!mayLackFinalize || outcome?.finalized === true) complain("is not finalized");
  }

  /** An event that the service has refused. */
  #inQuarantine(id: string): TelemetryEvent | undefined {
    const file = this.#parts.disk.peek(`${OUTBOX}/quarantine/${id}.record`);
    if (file === undefined) return undefined;
    const { reading } =
      readRow(file.subarray(file.indexOf("\n") + 1), this.#parts.keyring).found[0] ?? {};
    return reading?.state === "read" && reading.kind === "event" ? reading.record.event : undefined;
  }
}

/** An event without what a new timestamp changes. */
function withoutTime({ timestamp: _, metadata, ...event }: TelemetryEvent): string {
  const { occurred_at: __, ...rest } = metadata ?? {};
  return JSON.stringify({ ...event, metadata: rest });
}
