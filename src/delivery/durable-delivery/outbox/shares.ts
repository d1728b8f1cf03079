import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FILE_MODE, type Layout, STORE_FILE, TAKEN_FOLDER, USAGE_FILE } from "../files/layout.ts";

/** Tells other owners how many bytes of records this one keeps. @throws the error of the disk */
export function publishShare(folder: string, bytes: number): void {
  const unfinished = join(folder, `${USAGE_FILE}.new`);
  writeFileSync(unfinished, String(bytes), { mode: FILE_MODE });
  renameSync(unfinished, join(folder, USAGE_FILE));
}

/**
 * Bytes of records that other owners keep, as far as they have told, dead ones and what those had
 * taken included. At once and not in the background: an app that does nothing but hand over
 * events never comes to what waits in the background. `self` is the name of the own folder.
 */
export function sharesOfOthers(layout: Layout, self: string): number {
  let bytes = 0;
  for (const name of namesIn(layout.owners)) {
    if (name === self) continue;
    const folder = join(layout.owners, name);
    bytes += shareOf(folder);
    const taken = join(folder, TAKEN_FOLDER);
    for (const inner of namesIn(taken)) bytes += shareOf(join(taken, inner));
  }
  return bytes;
}

/**
 * Who has told nothing is taken by the file. That one never shrinks, so it is the second best. What may
 * not be looked at (another user's folder, say) counts as nothing: nobody is to fail for it.
 */
function shareOf(folder: string): number {
  const told = seen(() => readFileSync(join(folder, USAGE_FILE), "utf8")) ?? "";
  if (/^\d{1,15}$/.test(told)) return Number(told);
  // An owner that has just come, or of a release that told nothing.
  return seen(() => statSync(join(folder, STORE_FILE)).size) ?? 0;
}

function namesIn(folder: string): readonly string[] {
  return seen(() => readdirSync(folder)) ?? [];
}

/** What a look shows; undefined where there is nothing to see. */
function seen<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
