import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ifThere } from "../files/if-there.ts";
import type { Keyring } from "../files/keyring.ts";
import { LEFT_FILE, REMOVED_FILE, STORE_FILE } from "../files/layout.ts";
import { writeWholeFile } from "../files/whole-file.ts";
import { collect, readRow, type Salvage, salvage } from "../recovery/salvage.ts";

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

/**
 * Writes down records that a store has not taken. Without a sync: the disk has just shown how long that takes.
 *
 * @throws the error of the disk
 */
export async function leaveRecords(folder: string, records: readonly Buffer[]): Promise<void> {
  await writeWholeFile(join(folder, LEFT_FILE), records, { sync: false });
}

/** What was found in an owner's folder. */
export interface Found extends Omit<Salvage, "whole"> {
  /** Files that were not whole. */
  readonly damaged: readonly string[];
}

/** What is in the store in an owner's folder, and was to come there. @throws the error of the disk */
export async function readStore(folder: string, keyring: Keyring): Promise<Found> {
  const store = await readFound(folder, keyring);
  const file = (await ifThere(readFile(join(folder, LEFT_FILE)))) ?? Buffer.alloc(0);
  const left = readRow(file, keyring);
  const records = new Map(store.records);
  for (const one of left.found) collect(records, one);
  for (const id of await removedFrom(folder)) records.delete(id);
  const damaged: string[] = [];
  if (!store.whole) damaged.push(join(folder, STORE_FILE));
  if (!left.whole) damaged.push(join(folder, LEFT_FILE));
  return { records, unreadable: store.unreadable, damaged };
}

async function readFound(folder: string, keyring: Keyring): Promise<Salvage> {
  const file = await ifThere(readFile(join(folder, STORE_FILE)));
  // An owner that died at its very start has no store yet, or an empty file.
  if (file === undefined || file.length === 0) {
    return { records: new Map(), unreadable: 0, whole: true };
  }
  return salvage(file, keyring);
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
