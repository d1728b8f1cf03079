import { bytesOf, type FileNode } from "./simulated-files.ts";

/** What stands before the records in a database's file. */
const DATABASE = Buffer.from("database");
const PAGE_BYTES = 4096;

/** What a database asks of the disk its file is on. */
export interface DatabaseDisk {
  /** @throws where the disk takes nothing */
  readonly write: () => void;
  readonly close: () => Promise<void>;
}

/** LMDB, as far as an outbox uses it: a file whose records are all there is in it. */
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

/** What a database's file says, as `readPages` does of one of LMDB's. */
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
