import type { Clock } from "../../../types.ts";
import type { Timers } from "../../timers.ts";
import { withinDeadline } from "../../within-deadline.ts";
import { DISK_PATIENCE_MS, LAST_LOOK_MS } from "../store/disk-patience.ts";

/** A record that is to be kept. */
export interface Keepable {
  readonly id: string;
  readonly bytes: Buffer;
  readonly beyondQuota: boolean;
  /** Since when somebody may be waiting for it, in monotonic milliseconds. */
  readonly since: number;
}

/** What {@link Relocation} needs. */
export interface RelocationParts {
  readonly timers: Timers;
  readonly clock: Clock;
  /** Whether a record is kept where there is place now; never throws or rejects. */
  readonly keep: (record: Keepable) => boolean | Promise<boolean>;
}

/**
 * The way from a folder that another process has taken to the next one. Records that are to be kept
 * meanwhile wait for it: in the old folder, they might come after that process has read it.
 */
export class Relocation {
  readonly #parts: RelocationParts;
  #running: Promise<void> | undefined = undefined;
  #giveUp: () => void = ignore;
  /** Ids of the records that wait, or have waited since the last one began. */
  #waiting = new Set<string>();

  constructor(parts: RelocationParts) {
    this.#parts = parts;
  }

  get isUnderWay(): boolean {
    return this.#running !== undefined;
  }

  /** Resolves when none is under way. */
  get end(): Promise<void> {
    return this.#running ?? Promise.resolve();
  }

  /** Runs `move`, which must not reject, or joins the one that is running. */
  run(move: () => Promise<void>): Promise<void> {
    this.#running ??= this.#run(move);
    return this.#running;
  }

  /** Keeps a record in the next folder, within the time that a disk has to respond. */
  async keepAfterwards(record: Keepable): Promise<boolean> {
    const { timers, clock, keep } = this.#parts;
    const { id, since } = record;
    const waiting = this.#waiting;
    waiting.add(id);
    const kept = this.end.then(() => !waiting.has(id) || keep(record));
    // It may have been frozen since.
    const leftMs = Math.max(LAST_LOOK_MS, since + DISK_PATIENCE_MS - clock.monotonic());
    return (await withinDeadline(leftMs, kept, { timers, holdProcess: true })) ?? false;
  }

  /** A record need not be kept any more. */
  forget(id: string): void {
    this.#waiting.delete(id);
  }

  /** The time is up: no record waits any longer. */
  giveUp(): void {
    this.#giveUp();
  }

  async #run(move: () => Promise<void>): Promise<void> {
    // A new one: the next folder may be lost as the first of those that waited is kept in it.
    this.#waiting = new Set();
    const givenUp = new Promise<void>((resolve) => {
      this.#giveUp = resolve;
    });
    await Promise.race([move(), givenUp]);
    this.#running = undefined;
  }
}

function ignore(): void {}
