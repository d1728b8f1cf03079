import { basename, dirname } from "node:path";

/** The content of a file, as it was written. */
export interface Bytes {
  readonly pieces: readonly Buffer[];
  /** Zeros follow the pieces up to this size. */
  readonly size: number;
}

/** A file: its bytes, and those that remain after a loss of power. */
export class FileNode {
  live: Bytes = { pieces: [], size: 0 };
  synced: Bytes = { pieces: [], size: 0 };
  mtimeMs: number;
  constructor(mtimeMs: number) {
    this.mtimeMs = mtimeMs;
  }
}

/** A folder. */
export class FolderNode {
  readonly entries: Map<string, FolderNode | FileNode> = new Map();
  mtimeMs: number;
  constructor(mtimeMs: number) {
    this.mtimeMs = mtimeMs;
  }
}

/** An entry of a folder. */
export type Node = FolderNode | FileNode;

/** The pieces, followed by zeros up to `atLeast` bytes. */
export function bytesOf(pieces: readonly Buffer[], atLeast = 0): Bytes {
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  return { pieces, size: Math.max(size, atLeast) };
}

/** The content in one buffer. */
export function wholeOf({ pieces, size }: Bytes): Buffer {
  const used = Buffer.concat(pieces);
  return Buffer.concat([used, Buffer.alloc(size - used.length)]);
}

/** An error as `node:fs` throws it. */
export function fsError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}

/** The names on a disk and their files. Invalid operations throw as `node:fs` does. */
export class SimulatedFiles {
  root: FolderNode;
  readonly #now: () => number;

  /** `now` returns the modification time of changes. */
  constructor(now: () => number) {
    this.#now = now;
    this.root = new FolderNode(now());
  }

  mkdir(path: string, recursive: boolean): void {
    if (this.find(path) !== undefined) {
      if (!recursive) throw fsError("EEXIST");
      return;
    }
    if (recursive && this.find(dirname(path)) === undefined) this.mkdir(dirname(path), true);
    this.folder(dirname(path)).entries.set(basename(path), new FolderNode(this.#now()));
  }

  rename(from: string, to: string): void {
    const node = this.must(from);
    const there = this.find(to);
    if (there instanceof FolderNode && there.entries.size > 0) throw fsError("ENOTEMPTY");
    const target = this.folder(dirname(to));
    this.folder(dirname(from)).entries.delete(basename(from));
    target.entries.set(basename(to), node);
  }

  rmdir(path: string): void {
    if (this.folder(path).entries.size > 0) throw fsError("ENOTEMPTY");
    this.folder(dirname(path)).entries.delete(basename(path));
  }

  make(path: string): FileNode {
    const folder = this.folder(dirname(path));
    const there = folder.entries.get(basename(path));
    if (there instanceof FolderNode) throw fsError("EISDIR");
    const file = there ?? new FileNode(this.#now());
    file.mtimeMs = this.#now();
    folder.entries.set(basename(path), file);
    return file;
  }

  find(path: string): Node | undefined {
    let node: Node | undefined = this.root;
    for (const name of path.split("/").filter((part) => part !== "")) {
      node = node instanceof FolderNode ? node.entries.get(name) : undefined;
    }
    return node;
  }

  must(path: string): Node {
    const node = this.find(path);
    if (node === undefined) throw fsError("ENOENT");
    return node;
  }

  file(path: string): FileNode {
    const node = this.must(path);
    if (node instanceof FolderNode) throw fsError("EISDIR");
    return node;
  }

  folder(path: string): FolderNode {
    const node = this.must(path);
    if (node instanceof FileNode) throw fsError("ENOTDIR");
    return node;
  }
}

/** The result of `stat`. */
export function statsOf(node: Node) {
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

/** A folder with all its entries, each file copied with `copyFile`. */
export function copyOf(folder: FolderNode, copyFile: (file: FileNode) => FileNode): FolderNode {
  const copy = new FolderNode(folder.mtimeMs);
  for (const [name, node] of folder.entries) {
    copy.entries.set(name, node instanceof FolderNode ? copyOf(node, copyFile) : copyFile(node));
  }
  return copy;
}
