import type { Keyring } from "../files/keyring.ts";
import { encodeRecord } from "../files/record-codec.ts";
import type { Item } from "./item.ts";
import type { RecordStore } from "./record-store.ts";
import type { Spill } from "./spill.ts";

/** What {@link keepFinalize} needs. */
export interface FinalizeKeeping {
  readonly records: RecordStore;
  readonly keyring: Keyring;
  readonly spill: Spill;
}

/**
 * Keeps the late finalize of a stored event on the disk, for the next process if need be. The store
 * has it already, except that of an event that came from a spill file or was only in memory.
 */
export async function keepFinalize(
  { record, stored, segment }: Item,
  { records, keyring, spill }: FinalizeKeeping,
): Promise<void> {
  const id = record.event.event_id;
  if (stored !== undefined && !records.held.has(id)) {
    const bytes = encodeRecord({ kind: "stored", id, ingestMs: stored.ingestMs }, keyring);
    // It takes less space than its event did.
    await records.keep(id, bytes, true);
  }
  // Not earlier: after a crash in between, the next process would know neither.
  if (segment !== undefined) spill.release(segment);
}
