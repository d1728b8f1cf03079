import { basename, dirname } from "node:path";
import { openDatabase } from "./simulated-database.ts";
import { type Deed, type Fault, SimulatedFaults } from "./simulated-faults.ts";
import {
  bytesOf,
  copyOf,
  FileNode,
  FolderNode,
  fsError,
  type Node,
  SimulatedFiles,
  statsOf,
  wholeOf,
} from "./simulated-files.ts";
import { processes, type SimulatedProcess, thawed } from "./simulated-process.ts";

/**
 * What remains of unsynced data after a loss of power: the system may have written any of it by
 * itself, and later data may be there without earlier data.
 */
export interface Luck {
  /** Whether the latest names are there. */
  readonly names: boolean;
  /** Which files have their latest bytes: a bit for each, in the order of their names, repeated. */
  readonly files: number;
}

const LUCK_BITS = 16;

/** A callback for the end of an operation. */
type Told = (error: Error | null) => void;

interface OpenFile {
  readonly node: Node;
  readonly process: SimulatedProcess | undefined;
}

/** Never settles: the process that asked is dead. */
const forever = (): Promise<never> => new Promise(() => undefined);

/** What the disk needs from the machine. */
export interface DiskParts {
  readonly now: () => number;
  /** Runs a task after the current work. */
  readonly soon: (task: () => void) => void;
  /** How many turns of the event loop the nth operation takes. */
  readonly turnsOf: (nth: number) => number;
}

/**
 * A disk in memory that fails, hangs and loses data as configured. Each operation takes some turns
 * of the event loop, and no time unless it hangs.
 */
export class SimulatedDisk {
  readonly #parts: DiskParts;
  readonly #files: SimulatedFiles;
  /** The names that remain after a loss of power. */
  #syncedRoot: FolderNode;
  readonly #faults = new SimulatedFaults();
  #deeds = 0;
  readonly #open: (OpenFile | undefined)[] = [];

  constructor(parts: DiskParts) {
    this.#parts = parts;
    this.#files = new SimulatedFiles(parts.now);
    this.#syncedRoot = new FolderNode(parts.now());
  }

  /** Number of files that a process has open. */
  openFilesOf(process: SimulatedProcess): number {
    return this.#open.filter((file) => file?.process === process).length;
  }

  /** Whether nothing but syncs fails or hangs. */
  get isSlowAtMost(): boolean {
    return this.#faults.areSyncsAlone;
  }

  /** Whether it ever failed. */
  wasBroken = false;

  break(fault: Fault): void {
    this.wasBroken = true;
    this.#faults.add(fault);
  }

  /** Ends all hanging operations; later ones neither hang nor fail. */
  heal(): void {
    this.#faults.heal();
  }

  /** Keeps unsynced data as `luck` says. */
  losePower({ names, files }: Luck): void {
    let nth = 0;
    const survivor = copyOf(names ? this.#files.root : this.#syncedRoot, (file) => {
      const left = new FileNode(file.mtimeMs);
      left.live = (files >> (nth % LUCK_BITS)) & 1 ? file.live : file.synced;
      left.synced = left.live;
      nth += 1;
      return left;
    });
    this.#files.root = survivor;
    this.#syncedRoot = copyOf(survivor, (file) => file);
    this.#open.fill(undefined);
  }

  /** Paths of all files below a folder. */
  files(path: string): readonly string[] {
    const node = this.#files.find(path);
    if (node instanceof FileNode) return [path];
    if (node === undefined) return [];
    return [...node.entries.keys()].flatMap((name) => this.files(`${path}/${name}`));
  }

  /** Reads a file from outside the machine. */
  peek(path: string): Buffer | undefined {
    const node = this.#files.find(path);
    return node instanceof FileNode ? wholeOf(node.live) : undefined;
  }

  /** Creates a file, synced, as another release or a person's tool does. */
  place(path: string, bytes: Buffer): void {
    this.#files.mkdir(dirname(path), true);
    const file = this.#files.make(path);
    file.live = bytesOf([bytes]);
    file.synced = file.live;
    this.#syncedRoot = copyOf(this.#files.root, (one) => one);
  }

  /** Moves a file, as a person's tool does. */
  move(from: string, to: string): void {
    this.#files.mkdir(dirname(to), true);
    this.#files.rename(from, to);
    this.#syncedRoot = copyOf(this.#files.root, (one) => one);
  }

  /** `node:fs/promises`, as far as an outbox uses it. */
  readonly promises = {
    mkdir: (path: string, options?: { recursive?: boolean }) =>
      this.#later("write", () => this.#files.mkdir(path, options?.recursive === true)),
    readFile: (path: string, encoding?: string) =>
      this.#later("read", () => {
        const bytes = wholeOf(this.#files.file(path).live);
        return encoding === undefined ? bytes : bytes.toString();
      }),
    readdir: (path: string) =>
      this.#later("read", () => [...this.#files.folder(path).entries.keys()]),
    stat: (path: string) => this.#later("read", () => statsOf(this.#files.must(path))),
    lstat: (path: string) => this.#later("read", () => statsOf(this.#files.must(path))),
    rename: (from: string, to: string) => this.#later("rename", () => this.#files.rename(from, to)),
    unlink: (path: string) =>
      this.#later("remove", () => {
        this.#files.file(path);
        this.#files.folder(dirname(path)).entries.delete(basename(path));
      }),
    rmdir: (path: string) => this.#later("remove", () => this.#files.rmdir(path)),
    rm: (path: string, options?: { recursive?: boolean; force?: boolean }) =>
      this.#rm(path, options?.force === true),
    utimes: (path: string, _at: Date, mtime: Date) =>
      this.#later("touch", () => {
        this.#files.must(path).mtimeMs = mtime.getTime();
      }),
    writeFile: (path: string, data: string | Buffer) =>
      this.#later("write", () => {
        this.#files.make(path).live = bytesOf([Buffer.from(data)]);
      }),
    statfs: () => this.#later("read", () => ({ bavail: 1e9, bsize: 4096 })),
    open: (path: string, flags: string | number) =>
      this.#later("open", () => {
        const node = flags === "r" ? this.#files.must(path) : this.#files.make(path);
        if (flags === "w" && node instanceof FileNode) node.live = bytesOf([]);
        return this.#handle(node);
      }),
  };

  /** `node:fs`, as far as an outbox uses it. */
  readonly sync = {
    lstatSync: (path: string) => {
      this.#atOnce("read");
      const node = this.#files.find(path);
      return node && statsOf(node);
    },
    statSync: (path: string) => {
      this.#atOnce("read");
      const node = this.#files.find(path);
      return node && statsOf(node);
    },
    statfsSync: () => ({ bavail: 1e9, bsize: 4096 }),
    existsSync: (path: string) => this.#files.find(path) !== undefined,
    readdirSync: (path: string, options?: { withFileTypes: boolean }) => {
      this.#atOnce("read");
      const { entries } = this.#files.folder(path);
      if (options?.withFileTypes !== true) return [...entries.keys()];
      return [...entries].map(([name, node]) => ({ name, ...statsOf(node) }));
    },
    readFileSync: (path: string) => {
      this.#atOnce("read");
      return wholeOf(this.#files.file(path).live).toString();
    },
    renameSync: (from: string, to: string) => {
      this.#atOnce("rename");
      this.#files.rename(from, to);
    },
    writeFileSync: (path: string, data: string) => {
      this.#atOnce("write");
      this.#files.make(path).live = bytesOf([Buffer.from(data)]);
    },
    openSync: (path: string) => {
      this.#atOnce("open");
      return this.#open.push({ node: this.#files.must(path), process: processes.getStore() }) - 1;
    },
    closeSync: (descriptor: number) => {
      this.#open[descriptor] = undefined;
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
    fsync: (descriptor: number, told: Told) => this.#syncFile(descriptor, told),
    fdatasync: (descriptor: number, told: Told) => this.#syncFile(descriptor, told),
  };

  /** LMDB, as far as an outbox uses it. */
  openDatabase(path: string) {
    this.#atOnce("open");
    return openDatabase(this.#files.file(path), {
      write: () => this.#atOnce("write"),
      close: () => this.#later("open", () => undefined),
    });
  }

  #handle(node: Node) {
    const fd = this.#open.push({ node, process: processes.getStore() }) - 1;
    return {
      fd,
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

  #syncFile(descriptor: number, told: Told): void {
    const node = this.#open[descriptor]?.node;
    const bring = (): void => {
      if (node instanceof FileNode) node.synced = node.live;
      // A journal writes all names at once.
      else this.#syncedRoot = copyOf(this.#files.root, (file) => file);
    };
    void this.#later("sync", bring).then(() => told(null), told);
  }

  /** Performs `act` some turns later, unless a fault of `deed` is set. */
  async #later<T>(deed: Deed, act: () => T, { isSafe = false } = {}): Promise<T> {
    const process = processes.getStore();
    await this.#turns();
    await thawed(process);
    if (process?.isDead) return forever();
    const fault = isSafe ? undefined : this.#faults.meet(deed);
    if (fault?.kind === "fail") throw fsError(fault.code);
    const isDone = fault === undefined || fault.kind === "late";
    const early = isDone ? attempt(act) : undefined;
    if (fault !== undefined) await this.#faults.hang(deed);
    await this.#turns();
    await thawed(process);
    if (process?.isDead) return forever();
    if (fault?.kind === "denied") throw fsError(fault.code);
    return (early ?? attempt(act))();
  }

  /** As {@link #later}, but synchronous. @throws if a fault is set */
  #atOnce(deed: Deed): void {
    if (processes.getStore()?.isDead) throw fsError("EDEAD");
    const fault = this.#faults.meet(deed, "fail");
    if (fault !== undefined) throw fsError(fault.code);
  }

  async #turns(): Promise<void> {
    this.#deeds += 1;
    for (let left = this.#parts.turnsOf(this.#deeds); left > 0; left -= 1) {
      await new Promise<void>((resolve) => this.#parts.soon(resolve));
    }
  }

  async #rm(path: string, force: boolean): Promise<void> {
    const node = await this.#later("read", () => this.#files.find(path));
    if (node === undefined) {
      if (!force) throw fsError("ENOENT");
    } else if (node instanceof FileNode) {
      await this.promises.unlink(path);
    } else {
      for (const name of [...node.entries.keys()]) await this.#rm(`${path}/${name}`, true);
      await this.promises.rmdir(path);
    }
  }

  #opened(descriptor: number): FileNode {
    const node = this.#open[descriptor]?.node;
    if (!(node instanceof FileNode)) throw fsError("EBADF");
    return node;
  }
}

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
