import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ifThere } from "../files/if-there.ts";
import type { Keyring } from "../files/keyring.ts";
import { REMOVED_FILE, STORE_FILE } from "../files/layout.ts";
import { writeWholeFile } from "../files/whole-file.ts";
import { type Salvage, salvage } from "../inheritance/salvage.ts";

/**
 * Notes which records of a store are removed, where the disk did not let the store be written any more:
 * calls that were refused, events that are delivered.
 *
 * @throws the error of the disk
 */
export async function noteRemoved(folder: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const text = Buffer.from(JSON.stringify(ids));
  await writeWholeFile(join(folder, REMOVED_FILE), [text], { sync: false });
}

/** What is in the store in an owner's folder. @throws the error of the disk */
export async function readStore(folder: string, keyring: Keyring): Promise<Salvage> {
  const file = await ifThere(readFile(join(folder, STORE_FILE)));
  // An owner that died at its very start has no store yet, or an empty file.
  if (file === undefined || file.length === 0) {
    return { records: new Map(), unreadable: 0, whole: true };
  }
  const found = salvage(file, keyring);
  const records = new Map(found.records);
  for (const id of await removedFrom(folder)) records.delete(id);
  return { ...found, records };
}

/** One that a loss of power left empty or torn names nothing: all of it is sent then. */
async function removedFrom(folder: string): Promise<readonly string[]> {
  const text = await ifThere(readFile(join(folder, REMOVED_FILE), "utf8"));
  try {
    const ids: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(ids) ? ids : [];
  } catch {
    return [];
  }
}
