import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { namesIn } from "../files/if-there.ts";

/** Number of files inspected at once: few, because calls wait for the same threads. */
const AT_ONCE = 16;

/**
 * The size of a folder whose files never change. Each file is inspected once: a quarantine may have
 * a hundred thousand, and inspecting all of them every few seconds would hold up the calls.
 */
export class FolderSize {
  readonly #folder: string;
  /** By name. */
  #sizes: ReadonlyMap<string, number> = new Map();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** In bytes. What is missing or cannot be inspected counts as empty. Never rejects. */
  async measure(): Promise<number> {
    const names = await namesIn(this.#folder).catch(() => []);
    const sizes = new Map<string, number>();
    const unknown: string[] = [];
    for (const name of names) {
      const size = this.#sizes.get(name);
      if (size === undefined) unknown.push(name);
      else sizes.set(name, size);
    }
    const inspect = async (): Promise<void> => {
      for (let name = unknown.pop(); name !== undefined; name = unknown.pop()) {
        const found = await lstat(join(this.#folder, name)).catch(() => undefined);
        // What a link leads to is not in the outbox.
        if (found?.isSymbolicLink() === false) sizes.set(name, found.size);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, inspect));
    this.#sizes = sizes;
    let bytes = 0;
    for (const size of sizes.values()) bytes += size;
    return bytes;
  }
}
