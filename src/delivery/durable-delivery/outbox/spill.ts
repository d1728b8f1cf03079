import { readFile, unlink } from "node:fs/promises";
import { Fifo } from "../../sending/fifo.ts";
import { BEFORE_ALL } from "../../sending/pending-events.ts";
import type { Keyring } from "../files/keyring.ts";
import type { Layout } from "../files/layout.ts";
import { setAside } from "../recovery/damaged-files.ts";
import { type FoundRecord, isEventRecord, readRow } from "../recovery/salvage.ts";
import type { Quota } from "./quota.ts";
import type { RecordStore } from "./record-store.ts";
import { moveSpillFile, type SpillFile, writeSpillFile } from "./spill-files.ts";

/**
 * Maximum size of a spill file in bytes: sent within seconds, so that a crash causes few
 * repetitions.
 */
const FILE_BYTES = 512 * 1024;

/** A spill file. It is removed when all its events have their final outcome. */
export interface Segment extends SpillFile {
  readonly events: number;
  /** Whether an earlier process may have sent some of them. */
  readonly replayed: boolean;
  /** The lowest number of an event in it. */
  readonly oldest: number;
  /** Events without a final outcome. */
  left: number;
  /** Whether it turned out to be damaged. */
  damaged: boolean;
}

/** Events that were read back from the spill files. */
export interface SpilledBatch {
  /** Undefined if they are in the store. */
  readonly segment: Segment | undefined;
  readonly found: readonly FoundRecord[];
  /** Number of events that are there but cannot be read. */
  readonly unreadable: number;
  /** Number of events that another owner took over with their file, and delivers. */
  readonly gone: number;
  readonly replayed: boolean;
  /** The lowest number of an event in it. */
  readonly oldest: number;
}

/** What {@link Spill} needs. */
export interface SpillParts {
  readonly layout: Layout;
  readonly keyring: Keyring;
  readonly records: RecordStore;
  readonly quota: Quota;
  readonly fsync: boolean;
}

/**
 * Events of the store with their records, so that the store, whose old pages would be kept by a
 * reader, is not read.
 */
interface Tail {
  readonly records: Map<string, Buffer>;
  /** Size of those that have not been tried to be written. */
  bytes: number;
  replayed: boolean;
  oldest: number;
}

/**
 * Events that are on the disk and not in memory: those of a long outage. They are in files beside
 * the store, because a store is memory-mapped and never shrinks.
 */
export class Spill {
  readonly #parts: SpillParts;
  readonly #segments = new Fifo<Segment>();
  /** In the store, waiting for or being written to a file. */
  #tail: Tail = newTail();
  #writing: { readonly tail: Tail; readonly done: Promise<void> } | undefined = undefined;
  #isSettled = false;
  #size = 0;
  /** The lowest number in the batch that is being read back. */
  #leavingOldest = Number.POSITIVE_INFINITY;
  /** Files that exist and could not be read: the next attempt may succeed. */
  #unreadable: Segment[] = [];
  /** Files that exist or whose events are being sent. */
  readonly #files = new Set<Segment>();

  constructor(parts: SpillParts) {
    this.#parts = parts;
  }

  /** Number of events in spill files or about to be. */
  get size(): number {
    return this.#size;
  }

  /** Whether events can be read back now; unreadable ones wait for the next attempt. */
  get hasNext(): boolean {
    return this.#segments.size + this.#tail.records.size > 0 || this.#writing !== undefined;
  }

  /** Whether no file is left. */
  get isEmpty(): boolean {
    return this.#size === 0 && this.#files.size === 0;
  }

  /** Whether there are events up to this (finite) number here or being read back. */
  holds(upTo: number): boolean {
    if (this.#leavingOldest <= upTo || this.#tail.oldest <= upTo) return true;
    if (this.#writing !== undefined && this.#writing.tail.oldest <= upTo) return true;
    const lies = ({ oldest }: Segment): boolean => oldest <= upTo;
    return this.#segments.some(lies) || this.#unreadable.some(lies);
  }

  /** Retries what could not be read. */
  lookAgain(): void {
    for (const segment of this.#unreadable.splice(0)) this.#segments.push(segment);
  }

  /** The batch that was being read back has arrived. */
  arrived(): void {
    this.#leavingOldest = Number.POSITIVE_INFINITY;
  }

  /** Adds a stored event that leaves memory. */
  add(id: string, record: Buffer, origin: { readonly number: number; replayed: boolean }): void {
    const tail = this.#tail;
    tail.records.set(id, record);
    tail.bytes += record.length;
    tail.replayed ||= origin.replayed;
    tail.oldest = Math.min(tail.oldest, origin.number);
    this.#size += 1;
    if (tail.bytes >= FILE_BYTES) this.#writeSoon();
  }

  /** Takes over a dead owner's spill file. @throws the error of the disk */
  async adopt(file: SpillFile, events: number): Promise<void> {
    const { ownership } = this.#parts.records;
    if (ownership === undefined) throw new Error("there is no place for it");
    const moved = await moveSpillFile(file, ownership.folder);
    this.#addSegment({ ...moved, events, replayed: true, oldest: BEFORE_ALL });
  }

  /** Reads back the events that come next; undefined if there are none. Never rejects. */
  async next(): Promise<SpilledBatch | undefined> {
    if (this.#segments.size === 0) await this.#writing?.done;
    // While this waited, the folder may have been replaced by one that these events are not in.
    const { ownership } = this.#parts.records;
    const segment = this.#segments.shift();
    this.#leavingOldest = (segment ?? this.#tail).oldest;
    const batch = segment === undefined ? this.#takeTail() : await this.#read(segment);
    if (batch === undefined || this.#parts.records.ownership !== ownership) return undefined;
    this.#size -= batch.found.length + batch.unreadable + batch.gone;
    return batch;
  }

  /**
   * Takes back the events that are not in a file yet, or being written to one; undefined if there
   * are none. Only when the folder is given up, because that file may still be completed.
   */
  recall(): SpilledBatch | undefined {
    if (this.#writing !== undefined) {
      this.#putBack(this.#writing.tail);
      this.#writing = { tail: newTail(), done: this.#writing.done };
    }
    const batch = this.#takeTail();
    this.#size -= batch?.found.length ?? 0;
    return batch;
  }

  /** Events of a file have their final outcome. */
  release(segment: Segment, events = 1): void {
    segment.left -= events;
    // A file that was given up with its folder is not ours to remove.
    if (segment.left > 0 || !this.#files.delete(segment)) return;
    this.#parts.quota.charge(-segment.bytes);
    const { path, damaged } = segment;
    const gone = damaged ? setAside(path, this.#parts.layout) : unlink(path);
    // If it stays, the next process sends its events again, and the service knows them.
    gone.catch(() => undefined);
  }

  /**
   * Starts no further files: the store has those events. Resolves when nothing is being written.
   */
  async settle(): Promise<void> {
    this.#isSettled = true;
    await this.#writing?.done;
  }

  /** Everything on the disk belongs to another owner now. Returns the number of those events. */
  abandon(): number {
    const events = this.#size;
    this.#size = 0;
    this.#files.clear();
    this.#tail = newTail();
    this.#segments.clear();
    this.#unreadable = [];
    return events;
  }

  #addSegment(file: Omit<Segment, "left" | "damaged">): void {
    const segment = { ...file, left: file.events, damaged: false };
    this.#parts.quota.charge(file.bytes);
    this.#files.add(segment);
    this.#size += file.events;
    this.#segments.push(segment);
  }

  #writeSoon(): void {
    if (this.#writing !== undefined || this.#isSettled) return;
    const tail = this.#tail;
    this.#tail = newTail();
    const done = this.#write(tail).then(() => {
      this.#writing = undefined;
      if (this.#tail.bytes >= FILE_BYTES) this.#writeSoon();
    });
    this.#writing = { tail, done };
  }

  /** Never rejects: what cannot be written stays in the store and is read from there. */
  async #write(tail: Tail): Promise<void> {
    const { records, fsync } = this.#parts;
    const { ownership } = records;
    const { records: written, replayed, oldest } = tail;
    try {
      if (ownership === undefined) throw new Error("there is no place for it");
      const file = await writeSpillFile(ownership.folder, [...written.values()], fsync);
      if (records.ownership !== ownership) return;
      this.#size -= written.size;
      this.#addSegment({ ...file, events: written.size, replayed, oldest });
      for (const id of written.keys()) records.drop(id);
    } catch {
      if (records.ownership !== ownership) return;
      this.#putBack(tail);
    }
  }

  /** Their size is not added again, so the next attempt comes after as many new bytes. */
  #putBack({ records, replayed, oldest }: Tail): void {
    const later = this.#tail;
    this.#tail = {
      records: new Map([...records, ...later.records]),
      bytes: later.bytes,
      replayed: replayed || later.replayed,
      oldest: Math.min(oldest, later.oldest),
    };
  }

  #takeTail(): SpilledBatch | undefined {
    const { records, replayed, oldest } = this.#tail;
    if (records.size === 0) return undefined;
    this.#tail = newTail();
    const found = eventsIn(Buffer.concat([...records.values()]), this.#parts.keyring);
    const unreadable = records.size - found.length;
    return { segment: undefined, found, unreadable, gone: 0, replayed, oldest };
  }

  async #read(segment: Segment): Promise<SpilledBatch | undefined> {
    const { replayed, oldest } = segment;
    const { records } = this.#parts;
    const { ownership } = records;
    const file = await readFile(segment.path).catch((error: NodeJS.ErrnoException) => error);
    // It was abandoned with all the others meanwhile.
    if (records.ownership !== ownership) return undefined;
    if (file instanceof Error) {
      if (file.code !== "ENOENT") {
        this.#unreadable.push(segment);
        return undefined;
      }
      this.release(segment, segment.events);
      return { segment, found: [], unreadable: 0, gone: segment.events, replayed, oldest };
    }
    const found = eventsIn(file, this.#parts.keyring);
    const unreadable = Math.max(0, segment.events - found.length);
    segment.damaged = unreadable > 0;
    return { segment, found, unreadable, gone: 0, replayed, oldest };
  }
}

function eventsIn(file: Buffer, keyring: Keyring): readonly FoundRecord[] {
  return readRow(file, keyring).found.filter(isEventRecord);
}

function newTail(): Tail {
  return { records: new Map(), bytes: 0, replayed: false, oldest: Number.POSITIVE_INFINITY };
}
