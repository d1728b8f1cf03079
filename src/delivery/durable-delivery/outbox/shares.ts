import {
  type Dirent,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { isUuid } from "../../../contract/uuid.ts";
import { FILE_MODE, type Layout, STORE_FILE, TAKEN_FOLDER, USAGE_FILE } from "../files/layout.ts";

/** Publishes how many bytes of records this owner has. @throws the error of the disk */
export function publishShare(folder: string, bytes: number): void {
  const unfinished = join(folder, `${USAGE_FILE}.new`);
  writeFileSync(unfinished, String(bytes), { mode: FILE_MODE });
  renameSync(unfinished, join(folder, USAGE_FILE));
}

/**
 * Bytes of records of all other owners, as published, including dead ones and what those had taken
 * over. Synchronous, because an app that only hands over events would never get to background work.
 * `self`: the name of this owner's folder.
 */
export function sharesOfOthers(layout: Layout, self: string): number {
  let bytes = 0;
  for (const name of foldersIn(layout.owners)) {
    if (name === self || !isUuid(name)) continue;
    const folder = join(layout.owners, name);
    bytes += shareOf(folder);
    const taken = join(folder, TAKEN_FOLDER);
    for (const inner of foldersIn(taken)) bytes += shareOf(join(taken, inner));
  }
  return bytes;
}

/**
 * The published size, else the file's size, which never shrinks and is therefore second best. A
 * folder that may not be read (another user's, say) counts as empty: nobody should fail because of
 * it.
 */
function shareOf(folder: string): number {
  const told = seen(() => readFileSync(join(folder, USAGE_FILE), "utf8")) ?? "";
  if (/^\d{1,15}$/.test(told)) return Number(told);
  // A new owner, or one of a version that published nothing.
  return seen(() => statSync(join(folder, STORE_FILE)).size) ?? 0;
}

/** Without links, here and in the folder's own place: what they lead to is nobody's here. */
function foldersIn(folder: string): readonly string[] {
  const found = seen(() => (lstatSync(folder).isDirectory() ? entriesOf(folder) : []));
  return (found ?? []).filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

function entriesOf(folder: string): readonly Dirent[] {
  return readdirSync(folder, { withFileTypes: true });
}

/** The result of `look`; undefined if nothing is there. */
function seen<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
