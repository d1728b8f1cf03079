import type { Keyring } from "../files/keyring.ts";
import { decodeRecord, lengthOfRecord, MAGIC, type Reading } from "../files/record-codec.ts";
import { readPages } from "../store/page-reader.ts";

/** A record that was found, with the bytes it was found as. */
export interface FoundRecord {
  readonly bytes: Buffer;
  readonly reading: Extract<Reading, { readonly id: string }>;
}

/** What a file gave away. */
export interface Salvage {
  /** By event id. */
  readonly records: ReadonlyMap<string, FoundRecord>;
  /** Records that are there and cannot be read: broken, or of a newer version. */
  readonly unreadable: number;
  /** Whether the file was what was last written to it. */
  readonly whole: boolean;
}

/**
 * Every record a store's file holds. Where the file is damaged, records are also looked for by
 * their own marks and checksums, wherever they lie: some that were removed lately may come back
 * that way, and the service knows those already.
 */
export function salvage(file: Buffer, keyring: Keyring): Salvage {
  const { values, others, whole: fits } = readPages(file);
  const records = new Map<string, FoundRecord>();
  let unreadable = 0;
  for (const bytes of values) {
    if (!collectFrom(bytes, records, keyring)) unreadable += 1;
  }
  const whole = fits && unreadable === 0;
  if (whole) return { records, unreadable, whole };
  for (const bytes of others) collectFrom(bytes, records, keyring);
  for (const bytes of scan(file)) collectFrom(bytes, records, keyring);
  return { records, unreadable, whole };
}

/** What is in a file of records, one behind the other. */
export interface RecordRow {
  readonly found: readonly FoundRecord[];
  /** Whether nothing lies between them. */
  readonly whole: boolean;
}

/** The records of a file that has nothing else in it, as far as it is not damaged. */
export function readRow(file: Buffer, keyring: Keyring): RecordRow {
  const found: FoundRecord[] = [];
  let whole = true;
  for (let at = 0; at !== -1 && at < file.length; ) {
    const rest = file.subarray(at);
    const bytes = rest.subarray(0, lengthOfRecord(rest) ?? 0);
    const reading = decodeRecord(bytes, keyring);
    if (reading.state === "read" || reading.state === "sealed") {
      found.push({ bytes, reading });
      at += bytes.length;
    } else {
      whole = false;
      at = file.indexOf(MAGIC, at + 1);
    }
  }
  return { found, whole };
}

/** Of one id the latest state stays. */
export function collect(records: Map<string, FoundRecord>, found: FoundRecord): void {
  const before = records.get(found.reading.id);
  if (before === undefined || worth(found.reading) > worth(before.reading)) {
    records.set(found.reading.id, found);
  }
}

/** Whether the bytes are a record. */
function collectFrom(bytes: Buffer, records: Map<string, FoundRecord>, keyring: Keyring): boolean {
  const reading = decodeRecord(bytes, keyring);
  if (reading.state !== "read" && reading.state !== "sealed") return false;
  collect(records, { bytes, reading });
  return true;
}

function worth({ kind, state }: FoundRecord["reading"]): number {
  return RANKS[kind] + (state === "read" ? 1 : 0);
}

/** A call becomes an event, and an event is stored. */
const RANKS = { call: 0, event: 2, stored: 4 };

function* scan(file: Buffer): Iterable<Buffer> {
  let at = file.indexOf(MAGIC);
  while (at !== -1) {
    const length = lengthOfRecord(file.subarray(at)) ?? 0;
    if (length > 0 && at + length <= file.length) yield file.subarray(at, at + length);
    at = file.indexOf(MAGIC, at + 1);
  }
}
