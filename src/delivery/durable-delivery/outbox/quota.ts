import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Clock } from "../../../types.ts";
import type { Layout } from "../files/layout.ts";
import { publishShare, sharesOfOthers } from "./shares.ts";

/**
 * After so much growth, as a share of `maxBytes`, an owner tells the others of it and asks how
 * they have grown: seldom enough to cost nothing, often enough to exceed the bound by little.
 */
const LOOK_AFTER_SHARE = 1 / 64;

/** Where others fill the directory, they are not asked more often than this, in milliseconds. */
const LOOK_EVERY_MS = 500;

/** What a {@link Quota} works with. */
export interface QuotaParts {
  readonly layout: Layout;
  /** Of the whole directory. */
  readonly maxBytes: number;
  readonly clock: Clock;
}

/**
 * How full the directory is. This owner's records are counted as they come and go; what others
 * have is known as of the last look.
 */
export class Quota {
  readonly #parts: QuotaParts;
  #own = 0;
  #others = 0;
  /** In quarantine, of all owners. */
  #quarantined = 0;
  /** Set aside as damaged, and waiting to be sent again. */
  #aside = 0;
  /** The own share at the last look. */
  #toldOwn = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #folder: string | undefined = undefined;

  constructor(parts: QuotaParts) {
    this.#parts = parts;
  }

  /** Bytes in quarantine, those of all owners. */
  get quarantined(): number {
    return this.#quarantined;
  }

  /** Whether so many bytes more are within the bound. Where they are not, others are asked again. */
  fits(bytes: number): boolean {
    if (this.#isWithin(bytes)) return true;
    if (this.#parts.clock.monotonic() - this.#lookedAt < LOOK_EVERY_MS) return false;
    this.look();
    return this.#isWithin(bytes);
  }

  /** Records of this owner came, or went where negative. */
  charge(bytes: number): void {
    this.#own += bytes;
    const { maxBytes } = this.#parts;
    if (Math.abs(this.#own - this.#toldOwn) >= maxBytes * LOOK_AFTER_SHARE) this.look();
  }

  /** A record went into quarantine. */
  chargeQuarantine(bytes: number): void {
    this.#quarantined += bytes;
  }

  /** This owner has a folder, and nothing in it. */
  async begin(folder: string): Promise<void> {
    this.#folder = folder;
    this.#own = 0;
    this.look();
    await this.measureRest();
  }

  /** The folder is not this owner's any more. */
  end(): void {
    this.#folder = undefined;
    this.#own = 0;
    this.#toldOwn = 0;
  }

  /** Tells the others of this owner's share, and sees theirs. */
  look(): void {
    const folder = this.#folder;
    if (folder === undefined) return;
    this.#lookedAt = this.#parts.clock.monotonic();
    this.#toldOwn = this.#own;
    try {
      // Told before it is asked: of two that do so at once, one at least knows of the other.
      publishShare(folder, this.#own);
    } catch {
      // What cannot be told now is told at the next look.
    }
    this.#others = sharesOfOthers(this.#parts.layout, basename(folder));
  }

  /** Sees what else is in the directory. Never rejects. */
  async measureRest(): Promise<void> {
    const { quarantine, damaged, retry } = this.#parts.layout;
    this.#quarantined = await bytesIn(quarantine);
    this.#aside = (await bytesIn(damaged)) + (await bytesIn(retry));
  }

  #isWithin(bytes: number): boolean {
    const total = this.#own + this.#others + this.#quarantined + this.#aside;
    return total + bytes <= this.#parts.maxBytes;
  }
}

async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const sizes = names.map(async (name) => {
    const found = await stat(join(folder, name)).catch(() => undefined);
    return found?.size ?? 0;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
