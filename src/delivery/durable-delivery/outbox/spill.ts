import { readFile, unlink } from "node:fs/promises";
import { Fifo } from "../../sending/fifo.ts";
import { BEFORE_ALL } from "../../sending/pending-events.ts";
import type { Keyring } from "../files/keyring.ts";
import type { Layout } from "../files/layout.ts";
import { setAside } from "../recovery/damaged-files.ts";
import { type FoundRecord, readRow } from "../recovery/salvage.ts";
import type { Quota } from "./quota.ts";
import type { RecordStore } from "./record-store.ts";
import { moveSpillFile, type SpillFile, writeSpillFile } from "./spill-files.ts";

/** What goes into a file together, in bytes: sent in seconds, so that little is sent again after a crash. */
const FILE_BYTES = 512 * 1024;

/** A spill file. It is removed when all its events have their outcomes. */
export interface Segment extends SpillFile {
  readonly events: number;
  /** Whether an earlier process may have sent some of them. */
  readonly replayed: boolean;
  /** The number of the event in it that was handed over first. */
  readonly oldest: number;
  /** Events without an outcome. */
  left: number;
  /** Whether it turned out not to be whole. */
  damaged: boolean;
}

/** Events that come back from the spill files. */
export interface SpilledBatch {
  /** Undefined when they lie in the store. */
  readonly segment: Segment | undefined;
  readonly found: readonly FoundRecord[];
  /** Events that were there and cannot be read. */
  readonly unreadable: number;
  /** Events that somebody has taken away with their file: another owner, which delivers them. */
  readonly gone: number;
  readonly replayed: boolean;
  /** No event of it has been handed over before the one of this number. */
  readonly oldest: number;
}

/** What a {@link Spill} works with. */
export interface SpillParts {
  readonly layout: Layout;
  readonly keyring: Keyring;
  readonly records: RecordStore;
  readonly quota: Quota;
  readonly fsync: boolean;
}

/** Events of the store, each with its record: reading them there would keep its old pages from use. */
interface Tail {
  readonly records: Map<string, Buffer>;
  /** Of those that no try has been made with to write them. */
  bytes: number;
  replayed: boolean;
  oldest: number;
}

/**
 * Events that are on the disk and not in memory: what comes in a long outage. They lie in files
 * beside the store, because a store is mapped into memory, and what it once grew to it keeps.
 */
export class Spill {
  readonly #parts: SpillParts;
  readonly #segments = new Fifo<Segment>();
  /** In the store, and on their way into a file. */
  #tail: Tail = newTail();
  #writing: { readonly tail: Tail; readonly done: Promise<void> } | undefined = undefined;
  #isSettled = false;
  #size = 0;
  /** Of the batch that is on its way back. */
  #leavingOldest = Number.POSITIVE_INFINITY;
  /** Those that are there and could not be read: the next look may be luckier. */
  #unreadable: Segment[] = [];
  /** Those that are there or whose events are under way. */
  readonly #files = new Set<Segment>();

  constructor(parts: SpillParts) {
    this.#parts = parts;
  }

  /** Events in spill files and on their way there. */
  get size(): number {
    return this.#size;
  }

  /** Whether any of them can be asked for: what could not be read waits for the next look. */
  get hasNext(): boolean {
    return this.#segments.size + this.#tail.records.size > 0 || this.#writing !== undefined;
  }

  /** Whether no file is left. */
  get isEmpty(): boolean {
    return this.#size === 0 && this.#files.size === 0;
  }

  /** Whether events are here, or on their way back, that were handed over up to this (finite) number. */
  holds(upTo: number): boolean {
    if (this.#leavingOldest <= upTo || this.#tail.oldest <= upTo) return true;
    if (this.#writing !== undefined && this.#writing.tail.oldest <= upTo) return true;
    const lies = ({ oldest }: Segment): boolean => oldest <= upTo;
    return this.#segments.some(lies) || this.#unreadable.some(lies);
  }

  /** What could not be read is tried again. */
  lookAgain(): void {
    for (const segment of this.#unreadable.splice(0)) this.#segments.push(segment);
  }

  /** What was on its way back is back. */
  arrived(): void {
    this.#leavingOldest = Number.POSITIVE_INFINITY;
  }

  /** An event that the store has leaves memory. */
  add(id: string, record: Buffer, origin: { readonly number: number; replayed: boolean }): void {
    const tail = this.#tail;
    tail.records.set(id, record);
    tail.bytes += record.length;
    tail.replayed ||= origin.replayed;
    tail.oldest = Math.min(tail.oldest, origin.number);
    this.#size += 1;
    if (tail.bytes >= FILE_BYTES) this.#writeSoon();
  }

  /** A spill file of a dead owner becomes one of this spill. @throws the error of the disk */
  async adopt(file: SpillFile, events: number): Promise<void> {
    const { ownership } = this.#parts.records;
    if (ownership === undefined) throw new Error("there is no place for it");
    const moved = await moveSpillFile(file, ownership.folder);
    this.#addSegment({ ...moved, events, replayed: true, oldest: BEFORE_ALL });
  }

  /** The events that are to come back first; undefined when there are none. Never rejects. */
  async next(): Promise<SpilledBatch | undefined> {
    if (this.#segments.size === 0) await this.#writing?.done;
    // Who has waited may find itself in another folder, whose events these are.
    const { ownership } = this.#parts.records;
    const segment = this.#segments.shift();
    this.#leavingOldest = (segment ?? this.#tail).oldest;
    const batch = segment === undefined ? this.#takeTail() : await this.#read(segment);
    if (batch === undefined || this.#parts.records.ownership !== ownership) return undefined;
    this.#size -= batch.found.length + batch.unreadable + batch.gone;
    return batch;
  }

  /**
   * The events that are in no file yet, and those on their way into one, come back; undefined when
   * there are none. Only where the folder is given up: the file may still come to be.
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

  /** Events of a segment have their outcomes. */
  release(segment: Segment, events = 1): void {
    segment.left -= events;
    // One that was given up with its folder is nobody's business here.
    if (segment.left > 0 || !this.#files.delete(segment)) return;
    this.#parts.quota.charge(-segment.bytes);
    const { path, damaged } = segment;
    const gone = damaged ? setAside(path, this.#parts.layout) : unlink(path);
    // One that stays is sent once more by the next process; the service knows it.
    gone.catch(() => undefined);
  }

  /** Begins no further file: the store has what would go there. Resolves when nothing is being written. */
  async settle(): Promise<void> {
    this.#isSettled = true;
    await this.#writing?.done;
  }

  /** Everything on it is another owner's now. Returns how many events those are. */
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

  /** Never rejects: what cannot be moved stays in the store, and comes from there. */
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

  /** Their bytes are not counted again: the next try comes with as many more. */
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
    // It went with all the others meanwhile.
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
  const { found } = readRow(file, keyring);
  return found.filter(({ reading }) => reading.state === "read" && reading.kind === "event");
}

function newTail(): Tail {
  return { records: new Map(), bytes: 0, replayed: false, oldest: Number.POSITIVE_INFINITY };
}
