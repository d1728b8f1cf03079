import { AsyncLocalStorage } from "node:async_hooks";
import { basename, dirname } from "node:path";

/** A process of the simulated machine. What it does to the disk ends with it. */
export interface SimulatedProcess {
  readonly pid: number;
  readonly host: string;
  isDead: boolean;
}

/** Whose code it is that runs. */
export const processes: AsyncLocalStorage<SimulatedProcess> = new AsyncLocalStorage();

/** What may be done to a disk, by what a person would call it. */
export type Deed = "sync" | "write" | "rename" | "remove" | "read" | "open" | "touch";

/** What is wrong with a disk. */
export interface Fault {
  readonly deeds: readonly Deed[];
  /**
   * `fail`: an error at once. `late`: done, and answered late. `delayed`: done late. `denied`: an error
   * that comes late.
   */
  readonly kind: "fail" | "late" | "delayed" | "denied";
  readonly code: string;
  /** How many times. */
  count: number;
}

/**
 * What a loss of power leaves of what nobody brought to the disk: a system may have written anything of
 * it by itself, and what came later may be there without what came before.
 */
export interface Luck {
  /** Whether the latest names are there. */
  readonly names: boolean;
  /** The files whose latest bytes are: a bit for each, in the order of their names, in a circle. */
  readonly files: number;
}

const LUCK_BITS = 16;

interface Bytes {
  readonly pieces: readonly Buffer[];
  /** Zeros follow the pieces up to there. */
  readonly size: number;
}

class FileNode {
  live: Bytes = { pieces: [], size: 0 };
  synced: Bytes = { pieces: [], size: 0 };
  mtimeMs: number;
  constructor(mtimeMs: number) {
    this.mtimeMs = mtimeMs;
  }
}

class FolderNode {
  readonly entries: Map<string, FolderNode | FileNode> = new Map();
  mtimeMs: number;
  constructor(mtimeMs: number) {
    this.mtimeMs = mtimeMs;
  }
}

type Node = FolderNode | FileNode;

interface OpenFile {
  readonly node: Node;
  readonly process: SimulatedProcess | undefined;
}

function bytesOf(pieces: readonly Buffer[], atLeast = 0): Bytes {
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  return { pieces, size: Math.max(size, atLeast) };
}

function wholeOf({ pieces, size }: Bytes): Buffer {
  const used = Buffer.concat(pieces);
  return Buffer.concat([used, Buffer.alloc(size - used.length)]);
}

function fsError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}

/** Never settles: whoever asked is gone. */
const forever = (): Promise<never> => new Promise(() => undefined);

/** What the disk needs of the machine. */
export interface DiskParts {
  readonly now: () => number;
  /** Runs a task after the work at hand. */
  readonly soon: (task: () => void) => void;
  /** How many turns of the event loop the nth thing takes. */
  readonly turnsOf: (nth: number) => number;
}

/**
 * A disk in memory that fails, hangs and forgets as it is told. Each thing that is asked of it takes some
 * turns of the event loop, and no time unless it hangs.
 */
export class SimulatedDisk {
  readonly #parts: DiskParts;
  #root: FolderNode;
  /** What a loss of power leaves of the names. */
  #syncedRoot: FolderNode;
  #faults: Fault[] = [];
  #hanging: { readonly deed: Deed; readonly answer: () => void }[] = [];
  #deeds = 0;
  readonly #open: (OpenFile | undefined)[] = [];

  constructor(parts: DiskParts) {
    this.#parts = parts;
    this.#root = new FolderNode(parts.now());
    this.#syncedRoot = new FolderNode(parts.now());
  }

  /** Files that a process has open. */
  openFilesOf(process: SimulatedProcess): number {
    return this.#open.filter((file) => file?.process === process).length;
  }

  /** Whether anything else fails or hangs than bringing what was written to the disk. */
  get isSlowAtMost(): boolean {
    const broken = this.#faults.flatMap(({ deeds, count }) => (count > 0 ? deeds : []));
    return [...broken, ...this.#hanging.map(({ deed }) => deed)].every((deed) => deed === "sync");
  }

  break(fault: Fault): void {
    this.#faults.push(fault);
  }

  /** Everything that hangs is answered, and nothing else will hang or fail. */
  heal(): void {
    this.#faults = [];
    for (const { answer } of this.#hanging.splice(0)) answer();
  }

  /** What was not brought to the disk is there where there was luck. */
  losePower({ names, files }: Luck): void {
    let nth = 0;
    const survivor = copyOf(names ? this.#root : this.#syncedRoot, (file) => {
      const left = new FileNode(file.mtimeMs);
      left.live = (files >> (nth % LUCK_BITS)) & 1 ? file.live : file.synced;
      left.synced = left.live;
      nth += 1;
      return left;
    });
    this.#root = survivor;
    this.#syncedRoot = copyOf(survivor, (file) => file);
    this.#open.fill(undefined);
  }

  /** Everything with a file below a folder, by path. */
  files(path: string): readonly string[] {
    const node = this.#find(path);
    if (node instanceof FileNode) return [path];
    if (node === undefined) return [];
    return [...node.entries.keys()].flatMap((name) => this.files(`${path}/${name}`));
  }

  /** As somebody sees it who is not of the machine. */
  peek(path: string): Buffer | undefined {
    const node = this.#find(path);
    return node instanceof FileNode ? wholeOf(node.live) : undefined;
  }

  /** What another release or a person's tool leaves, which takes care that it stays. */
  place(path: string, bytes: Buffer): void {
    this.#mkdir(dirname(path), true);
    const file = this.#make(path);
    file.live = bytesOf([bytes]);
    file.synced = file.live;
    this.#syncedRoot = copyOf(this.#root, (one) => one);
  }

  /** Moves a file, as a person's tool does. */
  move(from: string, to: string): void {
    this.#mkdir(dirname(to), true);
    this.#rename(from, to);
    this.#syncedRoot = copyOf(this.#root, (one) => one);
  }

  /** `node:fs/promises`, as far as an outbox uses it. */
  readonly promises = {
    mkdir: (path: string, options?: { recursive?: boolean }) =>
      this.#later("write", () => this.#mkdir(path, options?.recursive === true)),
    readFile: (path: string, encoding?: string) =>
      this.#later("read", () => {
        const bytes = wholeOf(this.#file(path).live);
        return encoding === undefined ? bytes : bytes.toString();
      }),
    readdir: (path: string) => this.#later("read", () => [...this.#folder(path).entries.keys()]),
    stat: (path: string) => this.#later("read", () => statsOf(this.#must(path))),
    rename: (from: string, to: string) => this.#later("rename", () => this.#rename(from, to)),
    unlink: (path: string) =>
      this.#later("remove", () => {
        this.#file(path);
        this.#folder(dirname(path)).entries.delete(basename(path));
      }),
    rmdir: (path: string) => this.#later("remove", () => this.#rmdir(path)),
    rm: (path: string, options?: { recursive?: boolean; force?: boolean }) =>
      this.#rm(path, options?.force === true),
    utimes: (path: string, _at: Date, mtime: Date) =>
      this.#later("touch", () => {
        this.#must(path).mtimeMs = mtime.getTime();
      }),
    writeFile: (path: string, data: string | Buffer) =>
      this.#later("write", () => {
        this.#make(path).live = bytesOf([Buffer.from(data)]);
      }),
    statfs: () => this.#later("read", () => ({ bavail: 1e9, bsize: 4096 })),
    open: (path: string, flags: string | number) =>
      this.#later("open", () => {
        const node = flags === "r" ? this.#must(path) : this.#make(path);
        if (flags === "w" && node instanceof FileNode) node.live = bytesOf([]);
        return this.#handle(node);
      }),
  };

  /** `node:fs`, as far as an outbox uses it. */
  readonly sync = {
    lstatSync: (path: string) => {
      this.#atOnce("read");
      const node = this.#find(path);
      return node && statsOf(node);
    },
    statSync: (path: string) => {
      this.#atOnce("read");
      const node = this.#find(path);
      return node && statsOf(node);
    },
    existsSync: (path: string) => this.#find(path) !== undefined,
    readdirSync: (path: string) => {
      this.#atOnce("read");
      return [...this.#folder(path).entries.keys()];
    },
    readFileSync: (path: string) => {
      this.#atOnce("read");
      return wholeOf(this.#file(path).live).toString();
    },
    renameSync: (from: string, to: string) => {
      this.#atOnce("rename");
      this.#rename(from, to);
    },
    writeFileSync: (path: string, data: string) => {
      this.#atOnce("write");
      this.#make(path).live = bytesOf([Buffer.from(data)]);
    },
    fstatSync: (descriptor: number) => {
      this.#atOnce("read");
      return { size: this.#opened(descriptor).live.size };
    },
    writeSync: (descriptor: number, _data: Buffer, _from: number, length: number, at: number) => {
      this.#atOnce("write");
      const file = this.#opened(descriptor);
      file.live = bytesOf(file.live.pieces, at + length);
      return length;
    },
  };

  /** LMDB, as far as an outbox uses it: a file whose records are all there is in it. */
  openDatabase(path: string) {
    this.#atOnce("open");
    const file = this.#file(path);
    const records = new Map<string, Buffer>();
    let isClosed = false;
    const commit = (): void => {
      if (isClosed) throw new Error("closed");
      this.#atOnce("write");
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
        return this.#later("open", () => undefined);
      },
    };
  }

  #handle(node: Node) {
    const fd = this.#open.push({ node, process: processes.getStore() }) - 1;
    const bring = (): void => {
      if (node instanceof FileNode) node.synced = node.live;
      // A journal brings all names at once.
      else this.#syncedRoot = copyOf(this.#root, (file) => file);
    };
    return {
      fd,
      sync: () => this.#later("sync", bring),
      datasync: () => this.#later("sync", bring),
      writev: (pieces: readonly Buffer[]) =>
        this.#later("write", () => {
          const file = this.#opened(fd);
          file.live = bytesOf([...file.live.pieces, ...pieces]);
          return { bytesWritten: bytesOf(pieces).size };
        }),
      close: async () => {
        this.#open[fd] = undefined;
        await this.#later("open", () => undefined, { isSafe: true });
      },
    };
  }

  /** What `deed` does, some turns later, unless something is wrong. */
  async #later<T>(deed: Deed, act: () => T, { isSafe = false } = {}): Promise<T> {
    const process = processes.getStore();
    await this.#turns();
    if (process?.isDead) return forever();
    const fault = isSafe ? undefined : this.#faultOf(deed);
    if (fault?.kind === "fail") throw fsError(fault.code);
    const isDone = fault === undefined || fault.kind === "late";
    const early = isDone ? attempt(act) : undefined;
    if (fault !== undefined)
      await new Promise<void>((answer) => this.#hanging.push({ deed, answer }));
    await this.#turns();
    if (process?.isDead) return forever();
    if (fault?.kind === "denied") throw fsError(fault.code);
    return (early ?? attempt(act))();
  }

  /** As {@link #later} for what waits for nobody. @throws where something is wrong */
  #atOnce(deed: Deed): void {
    if (processes.getStore()?.isDead) throw fsError("EDEAD");
    const fault = this.#faultOf(deed, "fail");
    if (fault !== undefined) throw fsError(fault.code);
  }

  #faultOf(deed: Deed, kind?: Fault["kind"]): Fault | undefined {
    const fault = this.#faults.find(
      (one) =>
        one.count > 0 && one.deeds.includes(deed) && (kind === undefined || one.kind === kind),
    );
    if (fault !== undefined) fault.count -= 1;
    return fault;
  }

  async #turns(): Promise<void> {
    this.#deeds += 1;
    for (let left = this.#parts.turnsOf(this.#deeds); left > 0; left -= 1) {
      await new Promise<void>((resolve) => this.#parts.soon(resolve));
    }
  }

  async #rm(path: string, force: boolean): Promise<void> {
    const node = await this.#later("read", () => this.#find(path));
    if (node === undefined) {
      if (!force) throw fsError("ENOENT");
    } else if (node instanceof FileNode) {
      await this.promises.unlink(path);
    } else {
      for (const name of [...node.entries.keys()]) await this.#rm(`${path}/${name}`, true);
      await this.promises.rmdir(path);
    }
  }

  #mkdir(path: string, recursive: boolean): void {
    if (this.#find(path) !== undefined) {
      if (!recursive) throw fsError("EEXIST");
      return;
    }
    if (recursive && this.#find(dirname(path)) === undefined) this.#mkdir(dirname(path), true);
    this.#folder(dirname(path)).entries.set(basename(path), new FolderNode(this.#parts.now()));
  }

  #rename(from: string, to: string): void {
    const node = this.#must(from);
    const there = this.#find(to);
    if (there instanceof FolderNode && there.entries.size > 0) throw fsError("ENOTEMPTY");
    const target = this.#folder(dirname(to));
    this.#folder(dirname(from)).entries.delete(basename(from));
    target.entries.set(basename(to), node);
  }

  #rmdir(path: string): void {
    if (this.#folder(path).entries.size > 0) throw fsError("ENOTEMPTY");
    this.#folder(dirname(path)).entries.delete(basename(path));
  }

  #make(path: string): FileNode {
    const folder = this.#folder(dirname(path));
    const there = folder.entries.get(basename(path));
    if (there instanceof FolderNode) throw fsError("EISDIR");
    const file = there ?? new FileNode(this.#parts.now());
    file.mtimeMs = this.#parts.now();
    folder.entries.set(basename(path), file);
    return file;
  }

  #opened(descriptor: number): FileNode {
    const node = this.#open[descriptor]?.node;
    if (!(node instanceof FileNode)) throw fsError("EBADF");
    return node;
  }

  #find(path: string): Node | undefined {
    let node: Node | undefined = this.#root;
    for (const name of path.split("/").filter((part) => part !== "")) {
      node = node instanceof FolderNode ? node.entries.get(name) : undefined;
    }
    return node;
  }

  #must(path: string): Node {
    const node = this.#find(path);
    if (node === undefined) throw fsError("ENOENT");
    return node;
  }

  #file(path: string): FileNode {
    const node = this.#must(path);
    if (node instanceof FolderNode) throw fsError("EISDIR");
    return node;
  }

  #folder(path: string): FolderNode {
    const node = this.#must(path);
    if (node instanceof FileNode) throw fsError("ENOTDIR");
    return node;
  }
}

/** What stands before the records in a file of {@link SimulatedDisk.openDatabase}. */
export const DATABASE: Buffer = Buffer.from("database");
const PAGE_BYTES = 4096;

function attempt<T>(act: () => T): () => T {
  try {
    const value = act();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

function statsOf(node: Node) {
  const isFolder = node instanceof FolderNode;
  return {
    isDirectory: () => isFolder,
    isSymbolicLink: () => false,
    mode: isFolder ? 0o700 : 0o600,
    uid: process.getuid?.() ?? 0,
    size: isFolder ? 4096 : node.live.size,
    mtimeMs: node.mtimeMs,
  };
}

function copyOf(folder: FolderNode, copyFile: (file: FileNode) => FileNode): FolderNode {
  const copy = new FolderNode(folder.mtimeMs);
  for (const [name, node] of folder.entries) {
    copy.entries.set(name, node instanceof FolderNode ? copyOf(node, copyFile) : copyFile(node));
  }
  return copy;
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
