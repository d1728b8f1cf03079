import { bytesOf, type FileNode } from "./simulated-files.ts";

/** The header before the records in a database's file. */
const DATABASE = Buffer.from("database");
const PAGE_BYTES = 4096;

/** What a database needs from the disk of its file. */
export interface DatabaseDisk {
  /** @throws if the disk fails */
  readonly write: () => void;
  readonly close: () => Promise<void>;
}

/** LMDB, as far as an outbox uses it: a file that contains nothing but its records. */
export function openDatabase(file: FileNode, disk: DatabaseDisk) {
  const records = new Map<string, Buffer>();
  let isClosed = false;
  const commit = (): void => {
    if (isClosed) throw new Error("closed");
    disk.write();
    file.live = bytesOf([DATABASE, ...records.values()], file.live.size);
  };
  commit();
  return {
    getStats: () => {
      const { size } = bytesOf([...records.values()]);
      return { pageSize: PAGE_BYTES, lastPageNumber: Math.ceil(size / PAGE_BYTES) + 2 };
    },
    transactionSync: (work: () => void) => {
      work();
      commit();
    },
    put: (id: string, bytes: Buffer) => void records.set(id, bytes),
    remove: (id: string) => void records.delete(id),
    close: () => {
      isClosed = true;
      return disk.close();
    },
  };
}

/** The content of a database's file, as `readPages` returns it for a file of LMDB. */
export function valuesOfDatabase(
  file: Buffer,
  lengthOfRecord: (bytes: Buffer) => number | undefined,
) {
  const values: Buffer[] = [];
  let at = DATABASE.length;
  for (let length = lengthOfRecord(file.subarray(at)); length !== undefined; ) {
    values.push(file.subarray(at, at + length));
    at += length;
    length = lengthOfRecord(file.subarray(at));
  }
  return { values, others: [], whole: file.subarray(0, DATABASE.length).equals(DATABASE) };
}
