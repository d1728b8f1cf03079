import { basename } from "node:path";
import { succeeds } from "../../succeeds.ts";
import type { Keyring } from "../files/keyring.ts";
import type { Layout } from "../files/layout.ts";
import type { DurableNews } from "../keeping/news.ts";
import { writeQuarantined } from "../keeping/quarantine-files.ts";
import type { Safe } from "../keeping/safe.ts";
import type { Stock } from "../keeping/stock.ts";
import { discardDamaged } from "./damaged-files.ts";
import { clearEstate, type Estate, readEstate, takeEstates } from "./estates.ts";
import { listTaken, type Tenure } from "./tenure.ts";

/** Records that are taken over before others get a turn of the event loop. */
const BATCH = 200;

/** What an {@link Adoption} works with. */
export interface AdoptionParts {
  readonly layout: Layout;
  readonly keyring: Keyring;
  readonly safe: Safe;
  readonly news: DurableNews;
  readonly maxBytes: number;
  /** Wall clock, milliseconds since the epoch. */
  readonly now: () => number;
  readonly stock: Stock;
}

/** Takes over what dead owners left, and what somebody wants sent again. */
export class Adoption {
  readonly #parts: AdoptionParts;
  /** Taken folders whose events are under way, and not all kept again: by name, for they move with this owner's. */
  readonly #unkept = new Set<string>();
  #running: Promise<void> | undefined = undefined;
  #stopped = false;

  constructor(parts: AdoptionParts) {
    this.#parts = parts;
  }

  /** One look at the directory; never rejects. Those who ask meanwhile wait for the one under way. */
  run(): Promise<void> {
    this.#running ??= this.#look().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Takes nothing on any more; resolves when that is true. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #look(): Promise<void> {
    const { layout, safe } = this.#parts;
    const { tenure } = safe;
    if (tenure === undefined || this.#stopped) return;
    await this.#takeOver(tenure).catch(ignore);
    const { maxBytes, news, now } = this.#parts;
    news.discarded(await discardDamaged(layout, { maxBytes, now: now() }));
  }

  async #takeOver(tenure: Tenure): Promise<void> {
    await takeEstates(this.#parts.layout, tenure);
    for (const path of await listTaken(tenure)) {
      const isUnderWay = this.#unkept.has(basename(path));
      if (!isUnderWay && !this.#stopped) await this.#adopt(path).catch(ignore);
    }
  }

  async #adopt(path: string): Promise<void> {
    const { layout, keyring, news } = this.#parts;
    const estate = await readEstate(path, keyring);
    if (this.#stopped) return;
    // First: a file that cannot be moved now is met again with all the rest, and nothing of that was sent.
    const { kept: shelfKept, events } = await this.#takeShelf(estate);
    const { kept: allKept, counts } = await this.#takeAll(estate);
    counts.events += events;
    news.adopted({ ...counts, unreadable: estate.unreadable, damaged: estate.damaged.length });
    const kept = allKept && shelfKept;
    const cleared = kept && (await succeeds(clearEstate(path, estate, layout)));
    // What is not on the disk again must stay where it lies, and what cannot be removed is there still.
    if (!cleared) this.#unkept.add(basename(path));
  }

  async #takeShelf({ shelf }: Estate) {
    let taken = 0;
    for (const { file, events } of shelf) {
      if (this.#stopped) return { kept: false, events: taken };
      await this.#parts.stock.overflow.takeShelf(file, events);
      taken += events;
    }
    return { kept: true, events: taken };
  }

  async #takeAll(estate: Estate) {
    const { layout, safe, stock, now } = this.#parts;
    const counts = { events: 0, interrupted: 0, sealed: 0 };
    let kept = true;
    let batch: (boolean | Promise<boolean>)[] = [];
    for (const [id, { bytes, reading }] of estate.records) {
      if (this.#stopped) return { kept: false, counts };
      if (safe.held.has(id)) {
        // Where it is in doubt, this copy may be the only one.
        kept = safe.held.isSureOf(id) && kept;
        continue;
      }
      if (reading.state === "sealed") {
        counts.sealed += 1;
        const note = { eventId: id, reason: reading.problem, since: new Date(now()).toISOString() };
        batch.push(succeeds(writeQuarantined(layout, note, bytes)));
      } else if (reading.kind === "stored") {
        batch.push(stock.takeStored(id, reading.ingestMs));
      } else {
        counts[reading.kind === "call" ? "interrupted" : "events"] += 1;
        batch.push(stock.take({ ...reading.record, replayed: true }, { adopted: true }).kept);
      }
      if (batch.length < BATCH) continue;
      kept = (await Promise.all(batch)).every(Boolean) && kept;
      batch = [];
    }
    kept = (await Promise.all(batch)).every(Boolean) && kept;
    return { kept, counts };
  }
}

/** The next look meets it again. */
function ignore(): void {}
