import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseJson } from "../../../base/parse-json.ts";
import { assertRoom } from "../files/free-space.ts";
import { ifThere } from "../files/if-there.ts";
import type { Keyring } from "../files/keyring.ts";
import { LEFT_FILE, REMOVED_FILE, STORE_FILE } from "../files/layout.ts";
import { sizeOf, writeWholeFile } from "../files/whole-file.ts";
import { collect, readRow, type Salvage, salvage } from "../recovery/salvage.ts";

/**
 * Notes which records of a store are removed, if the disk did not allow changing the store itself:
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
 * Writes records that a store has not accepted. Not synced, because the disk has just proven too
 * slow.
 *
 * @throws the error of the disk
 */
export async function leaveRecords(folder: string, records: readonly Buffer[]): Promise<void> {
  await assertRoom(folder, sizeOf(records));
  await writeWholeFile(join(folder, LEFT_FILE), records, { sync: false });
}

/** The records in an owner's folder. */
export interface Found extends Omit<Salvage, "whole"> {
  /** Damaged files. */
  readonly damaged: readonly string[];
}

/**
 * Reads the store in an owner's folder, and the records that could not get into it.
 *
 * @throws the error of the disk
 */
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
  // An owner that died during its start has no store yet, or an empty file.
  if (file === undefined || file.length === 0) {
    return { records: new Map(), unreadable: 0, whole: true };
  }
  return salvage(file, keyring);
}

/** A file left empty or torn by a power failure names nothing: everything is sent then. */
async function removedFrom(folder: string): Promise<readonly string[]> {
  const text = await ifThere(readFile(join(folder, REMOVED_FILE), "utf8"));
  const ids = parseJson(text ?? "");
  return Array.isArray(ids) ? ids : [];
}
