import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ifThere, namesIn } from "../files/if-there.ts";
import type { Keyring } from "../files/keyring.ts";
import { type Layout, TAKEN_FOLDER } from "../files/layout.ts";
import { lives, newCard } from "../files/owner-card.ts";
import { listSpillFiles } from "../outbox/spill-files.ts";
import { readStore } from "../store/left-store.ts";
import { cardIn, listTaken, silenceOf } from "./ownership.ts";
import { type FoundRecord, readRow, type Salvage } from "./salvage.ts";

/** What is waiting in an outbox, as far as that is known while others write to it. */
export interface Survey {
  /** Running processes and threads. */
  readonly owners: number;
  /** Complete events that are waiting or being sent. */
  readonly events: number;
  /** Events that only need their finalize. */
  readonly stored: number;
  /** Calls that are with a provider, or were when their process died. */
  readonly calls: number;
  /** Records whose key is missing. */
  readonly sealed: number;
  /** Of the oldest event or call, in milliseconds since the Unix epoch. */
  readonly oldestAt: number | undefined;
  /** Damaged stores that were set aside. */
  readonly damaged: number;
  /** Records that somebody wants sent again and that have not been sent yet. */
  readonly retrying: number;
}

/**
 * Inspects an outbox without changing it. Reads the files without LMDB, so it disturbs nobody.
 *
 * @throws the error of the disk: what cannot be read must not be reported as empty.
 */
export async function survey(layout: Layout, keyring: Keyring): Promise<Survey> {
  const tally: Tally = { events: 0, stored: 0, calls: 0, sealed: 0, oldestAt: undefined };
  const me = newCard();
  let owners = 0;
  for (const name of await namesIn(layout.owners)) {
    const folder = join(layout.owners, name);
    const card = await cardIn(folder);
    if (card !== undefined && lives(card, me, await silenceOf(folder))) owners += 1;
    const taken = join(folder, TAKEN_FOLDER);
    for (const path of [folder, ...(await listTaken({ taken }))]) {
      const { records: known } = await readStore(path, keyring);
      for (const found of known.values()) count(found, tally);
      await countSpilled(path, { keyring, known }, tally);
    }
  }
  const damaged = (await namesIn(layout.damaged)).length;
  return { owners, ...tally, damaged, retrying: (await namesIn(layout.retry)).length };
}

interface Tally {
  events: number;
  stored: number;
  calls: number;
  sealed: number;
  oldestAt: number | undefined;
}

/**
 * An event being spilled is in both the store and a spill file for a moment; it is counted once.
 */
async function countSpilled(
  folder: string,
  { keyring, known }: { readonly keyring: Keyring; readonly known: Salvage["records"] },
  tally: Tally,
): Promise<void> {
  for (const { path } of await listSpillFiles(folder)) {
    const file = await ifThere(readFile(path));
    if (file === undefined) continue;
    for (const found of readRow(file, keyring).found) {
      if (!known.has(found.reading.id)) count(found, tally);
    }
  }
}

function count({ reading }: FoundRecord, tally: Tally): void {
  if (reading.state === "sealed") tally.sealed += 1;
  else if (reading.kind === "stored") tally.stored += 1;
  else {
    tally[reading.kind === "call" ? "calls" : "events"] += 1;
    tally.oldestAt = Math.min(
      tally.oldestAt ?? Number.POSITIVE_INFINITY,
      reading.record.occurredAt,
    );
  }
}
