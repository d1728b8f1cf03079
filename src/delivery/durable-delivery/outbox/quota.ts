import { basename } from "node:path";
import type { Clock } from "../../../types.ts";
import type { Layout } from "../files/layout.ts";
import { FolderSize } from "./folder-size.ts";
import { publishShare, sharesOfOthers } from "./shares.ts";

/**
 * After this much growth, as a share of `maxBytes`, an owner publishes its size and reads those of
 * the others: rarely enough to cost nothing, often enough to exceed the limit by little.
 */
const LOOK_AFTER_SHARE = 1 / 64;

/** If others fill the directory, minimum interval of reading their sizes, in milliseconds. */
const LOOK_EVERY_MS = 500;

/** What {@link Quota} needs. */
export interface QuotaParts {
  readonly layout: Layout;
  /** Of the whole directory. */
  readonly maxBytes: number;
  readonly clock: Clock;
}

/**
 * How full the directory is. Counts this owner's records exactly; the size of others is known as of
 * the last look.
 */
export class Quota {
  readonly #parts: QuotaParts;
  readonly #quarantine: FolderSize;
  readonly #damaged: FolderSize;
  readonly #retry: FolderSize;
  #own = 0;
  #others = 0;
  /** Bytes in quarantine, of all owners. */
  #quarantined = 0;
  /** Bytes that are set aside as damaged or waiting to be sent again. */
  #aside = 0;
  /** This owner's size at the last look. */
  #toldOwn = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #folder: string | undefined = undefined;

  constructor(parts: QuotaParts) {
    const { quarantine, damaged, retry } = parts.layout;
    this.#parts = parts;
    this.#quarantine = new FolderSize(quarantine);
    this.#damaged = new FolderSize(damaged);
    this.#retry = new FolderSize(retry);
  }

  /** Bytes in quarantine, of all owners. */
  get quarantined(): number {
    return this.#quarantined;
  }

  /**
   * Whether that many more bytes are within the limit. If not, the others' sizes are read again.
   */
  fits(bytes: number): boolean {
    if (this.#isWithin(bytes)) return true;
    if (this.#parts.clock.monotonic() - this.#lookedAt < LOOK_EVERY_MS) return false;
    this.look();
    return this.#isWithin(bytes);
  }

  /** Records of this owner were added, or removed if negative. */
  charge(bytes: number): void {
    this.#own += bytes;
    const { maxBytes } = this.#parts;
    if (Math.abs(this.#own - this.#toldOwn) >= maxBytes * LOOK_AFTER_SHARE) this.look();
  }

  /** A record was added to the quarantine. */
  chargeQuarantine(bytes: number): void {
    this.#quarantined += bytes;
  }

  /** This owner has a new, empty folder. */
  async begin(folder: string): Promise<void> {
    this.#folder = folder;
    this.#own = 0;
    this.look();
    await this.measureRest();
  }

  /** The folder does not belong to this owner any more. */
  end(): void {
    this.#folder = undefined;
    this.#own = 0;
  }

  /** Publishes this owner's size and reads the others'. */
  look(): void {
    const folder = this.#folder;
    if (folder === undefined) return;
    this.#lookedAt = this.#parts.clock.monotonic();
    this.#toldOwn = this.#own;
    try {
      // Published before reading, so that of two owners that do this at once, at least one knows
      // about the other.
      publishShare(folder, this.#own);
    } catch {
      // It is published at the next look.
    }
    this.#others = sharesOfOthers(this.#parts.layout, basename(folder));
  }

  /** Measures what else is in the directory. Never rejects. */
  async measureRest(): Promise<void> {
    this.#quarantined = await this.#quarantine.measure();
    this.#aside = (await this.#damaged.measure()) + (await this.#retry.measure());
  }

  #isWithin(bytes: number): boolean {
    const total = this.#own + this.#others + this.#quarantined + this.#aside;
    return total + bytes <= this.#parts.maxBytes;
  }
}
