import { basename } from "node:path";
import type { Clock } from "../../../types.ts";
import { succeeds } from "../../succeeds.ts";
import type { Keyring } from "../files/keyring.ts";
import type { Layout } from "../files/layout.ts";
import type { OutboxEvents } from "../outbox/outbox-events.ts";
import type { OutboxLog } from "../outbox/outbox-log.ts";
import { removeUnfinished, writeQuarantined } from "../outbox/quarantine-files.ts";
import type { RecordStore } from "../outbox/record-store.ts";
import { discardDamaged } from "./damaged-files.ts";
import { claimOrphans, type Orphan, readOrphan, removeOrphan } from "./orphans.ts";
import { listTaken, type Ownership } from "./ownership.ts";
import { Watch } from "./watch.ts";

/** Number of records taken over before yielding to the event loop. */
const BATCH = 200;

/** What {@link Adoption} needs. */
export interface AdoptionParts {
  readonly layout: Layout;
  readonly keyring: Keyring;
  readonly records: RecordStore;
  readonly outboxLog: OutboxLog;
  readonly maxBytes: number;
  readonly clock: Clock;
  readonly outboxEvents: OutboxEvents;
}

/** Takes over what dead owners left, and records that somebody wants sent again. */
export class Adoption {
  readonly #parts: AdoptionParts;
  readonly #watch: Watch;
  /**
   * Taken folders whose events are being sent but not all stored again. By name, because they move
   * with this owner's folder.
   */
  readonly #unkept = new Set<string>();
  #running: Promise<void> | undefined = undefined;
  #stopped = false;

  constructor(parts: AdoptionParts) {
    this.#parts = parts;
    this.#watch = new Watch(parts.clock);
  }

  /** Looks through the directory once; never rejects. Concurrent callers share one look. */
  run(): Promise<void> {
    this.#running ??= this.#look().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Takes over nothing more; resolves when that is true. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #look(): Promise<void> {
    const { layout, records } = this.#parts;
    const { ownership } = records;
    if (ownership === undefined || this.#stopped) return;
    await this.#takeOver(ownership).catch(ignore);
    const { maxBytes, outboxLog, clock } = this.#parts;
    await removeUnfinished(layout);
    outboxLog.discarded(await discardDamaged(layout, { maxBytes, now: clock.now() }));
  }

  async #takeOver(ownership: Ownership): Promise<void> {
    await claimOrphans(this.#parts.layout, ownership, this.#watch);
    for (const path of await listTaken(ownership)) {
      const isUnderWay = this.#unkept.has(basename(path));
      if (!isUnderWay && !this.#stopped) await this.#adopt(path).catch(ignore);
    }
  }

  async #adopt(path: string): Promise<void> {
    const { layout, keyring, outboxLog } = this.#parts;
    const orphan = await readOrphan(path, keyring);
    if (this.#stopped) return;
    // First: if a file cannot be moved, everything is found again at the next look, and none of it
    // was sent.
    const { kept: spillKept, events } = await this.#takeSpillFile(orphan);
    const { kept: allKept, counts } = await this.#takeAll(orphan);
    counts.events += events;
    outboxLog.adopted({ ...counts, unreadable: orphan.unreadable, damaged: orphan.damaged.length });
    const kept = allKept && spillKept;
    const cleared = kept && (await succeeds(removeOrphan(path, orphan, layout)));
    // What is not on the disk again must stay, as must what cannot be removed.
    if (!cleared) this.#unkept.add(basename(path));
  }

  async #takeSpillFile({ spill }: Orphan) {
    let taken = 0;
    for (const { file, events } of spill) {
      if (this.#stopped) return { kept: false, events: taken };
      await this.#parts.outboxEvents.memoryWindow.takeSpillFile(file, events);
      taken += events;
    }
    return { kept: true, events: taken };
  }

  async #takeAll(orphan: Orphan) {
    const { layout, records, outboxEvents, clock } = this.#parts;
    const counts = { events: 0, interrupted: 0, sealed: 0 };
    let kept = true;
    let batch: (boolean | Promise<boolean>)[] = [];
    for (const [id, { bytes, reading }] of orphan.records) {
      if (this.#stopped) return { kept: false, counts };
      if (records.held.has(id)) {
        // If in doubt, this copy may be the only one.
        kept = records.held.isSureOf(id) && kept;
        continue;
      }
      if (reading.state === "sealed") {
        counts.sealed += 1;
        const note = {
          eventId: id,
          reason: reading.problem,
          since: new Date(clock.now()).toISOString(),
        };
        batch.push(succeeds(writeQuarantined(layout, note, bytes)));
      } else if (reading.kind === "stored") {
        batch.push(outboxEvents.takeStored(id, reading.ingestMs));
      } else {
        counts[reading.kind === "call" ? "interrupted" : "events"] += 1;
        batch.push(
          outboxEvents.take({ ...reading.record, replayed: true }, { adopted: true }).kept,
        );
      }
      if (batch.length < BATCH) continue;
      kept = (await Promise.all(batch)).every(Boolean) && kept;
      batch = [];
    }
    kept = (await Promise.all(batch)).every(Boolean) && kept;
    return { kept, counts };
  }
}

/** The next look finds it again. */
function ignore(): void {}
