import type { Keyring } from "../files/keyring.ts";
import { decodeRecord, lengthOfRecord, MAGIC, type Reading } from "../files/record-codec.ts";
import { readPages } from "../store/page-reader.ts";

/** A record that was found, and its bytes. */
export interface FoundRecord {
  readonly bytes: Buffer;
  readonly reading: Extract<Reading, { readonly id: string }>;
}

/** The content of a file. */
export interface Salvage {
  /** By event id. */
  readonly records: ReadonlyMap<string, FoundRecord>;
  /** Number of records that exist and cannot be read: damaged, or of a newer version. */
  readonly unreadable: number;
  /** Whether the file is exactly what was last written to it. */
  readonly whole: boolean;
}

/**
 * Extracts every record from a store's file. If the file is damaged, records are also found
 * anywhere by their magic bytes and checksums: that may bring back some that were removed recently,
 * which the service knows already.
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

/** The content of a file of consecutive records. */
export interface RecordRow {
  readonly found: readonly FoundRecord[];
  /** Whether there is nothing between them. */
  readonly whole: boolean;
}

/** Reads the undamaged records of a file that contains nothing else. */
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

/** Whether a record is an event that can be read. */
export function isEventRecord({ reading }: FoundRecord): boolean {
  return reading.state === "read" && reading.kind === "event";
}

/** Of several records with one id, the latest state is kept. */
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

/** A call becomes an event, and an event becomes stored. */
const RANKS = { call: 0, event: 2, stored: 4 };

function* scan(file: Buffer): Iterable<Buffer> {
  let at = file.indexOf(MAGIC);
  while (at !== -1) {
    const length = lengthOfRecord(file.subarray(at)) ?? 0;
    if (length > 0 && at + length <= file.length) yield file.subarray(at, at + length);
    at = file.indexOf(MAGIC, at + 1);
  }
}
