/**
 * Reads the values of a store's file without LMDB. LMDB trusts its pages: a truncated or corrupted
 * file can crash the process that maps it. This code trusts nothing: it reads plain bytes, and
 * reports what is inconsistent.
 *
 * The format is that of lmdb-js's LMDB (`MDB_data` version 2, as defined in its `mdb.c`): pages
 * with a header of 24 bytes, the first two of them meta pages, B+trees of branch and leaf pages,
 * and values too large for a leaf in runs of overflow pages. All numbers are little-endian.
 */

const META_MAGIC = 0xbeefc0de;
const DATA_VERSION = 2;

const PAGE_HEADER = 24;
const NODE_HEADER = 8;

/** Page flags. */
const BRANCH = 0x01;
const LEAF = 0x02;
const OVERFLOW = 0x04;

/** Node flag: the value is in overflow pages. */
const BIG_VALUE = 0x01;

/** Offsets in a meta page: sizes in bytes, counts and page numbers as 64 bits. */
const META = {
  magic: 24,
  version: 28,
  pageSize: 48,
  freeRoot: 88,
  entries: 128,
  root: 136,
  txn: 152,
  end: 160,
};

/** Possible page sizes in bytes, the likely ones first. */
const PAGE_SIZES = [4096, 8192, 16_384, 32_768, 65_536, 2048, 1024, 512];

/** Deeper than any tree that fits on a disk. */
const MAX_DEPTH = 32;

const NO_ROOT = 0xffff_ffff_ffff_ffffn;

/** The content of a file. */
export interface PageReading {
  /** The values of the newest consistent commit, or what is left of the newest one. */
  readonly values: readonly Buffer[];
  /** Further values, if the file is damaged: those that only the other commit still has. */
  readonly others: readonly Buffer[];
  /** Whether `values` is certainly complete: the newest commit, with every page consistent. */
  readonly whole: boolean;
}

/** The values of one commit. */
interface Tree {
  readonly values: readonly Buffer[];
  readonly whole: boolean;
}

interface Meta {
  readonly pageSize: number;
  readonly freeRoot: bigint;
  readonly root: bigint;
  readonly entries: bigint;
  readonly txn: bigint;
}

/** Reads the newest consistent commit, or else everything that is left of both commits. */
export function readPages(file: Buffer): PageReading {
  const metas = readMetas(file);
  const trees = metas.map((meta) => readTree(file, meta));
  const [newest] = trees;
  if (newest?.whole === true && isPair(file, metas)) return { ...newest, others: [] };
  const best = trees.find(({ whole }) => whole) ?? newest;
  const others = trees.filter((tree) => tree !== best).flatMap(({ values }) => values);
  return { values: best?.values ?? [], others, whole: false };
}

/** Whether these are the last two commits; otherwise the newest may be missing. */
function isPair(file: Buffer, [newer, older]: readonly Meta[]): boolean {
  if (newer === undefined || older === undefined) return false;
  const apart = newer.txn - older.txn;
  // Both meta pages of a new store belong to commit 0.
  if (apart !== 1n && newer.txn !== 0n) return false;
  return newer.txn === 0n || wroteRoot(file, newer);
}

/** Every commit writes a root: of the values, or of the free pages. */
function wroteRoot(file: Buffer, { root, freeRoot, pageSize, txn }: Meta): boolean {
  return [root, freeRoot].some((number) => {
    const at = Number(number) * pageSize;
    return at + PAGE_HEADER <= file.length && file.readBigUInt64LE(at + 8) === txn;
  });
}

/** The readable meta pages, newest first. */
function readMetas(file: Buffer): readonly Meta[] {
  const first = readMeta(file, 0);
  const sizes = first === undefined ? PAGE_SIZES : [first.pageSize];
  const second = sizes.map((size) => readMeta(file, size)).find((meta) => meta !== undefined);
  return [first, second].filter((meta) => meta !== undefined).sort((a, b) => Number(b.txn - a.txn));
}

function readMeta(file: Buffer, at: number): Meta | undefined {
  if (at + META.end > file.length) return undefined;
  const page = file.subarray(at);
  if (page.readUInt32LE(META.magic) !== META_MAGIC) return undefined;
  if ((page.readUInt32LE(META.version) & 0xffff) !== DATA_VERSION) return undefined;
  const pageSize = page.readUInt32LE(META.pageSize);
  if (!PAGE_SIZES.includes(pageSize)) return undefined;
  const root = page.readBigUInt64LE(META.root);
  const freeRoot = page.readBigUInt64LE(META.freeRoot);
  const entries = page.readBigUInt64LE(META.entries);
  return { pageSize, root, freeRoot, entries, txn: page.readBigUInt64LE(META.txn) };
}

function readTree(file: Buffer, meta: Meta): Tree {
  if (meta.root === NO_ROOT) return { values: [], whole: meta.entries === 0n };
  const walk = new TreeWalk(file, meta);
  walk.visit(meta.root, 0);
  const whole = walk.sound && BigInt(walk.values.length) === meta.entries;
  return { values: walk.values, whole };
}

/** One traversal from a root to its leaves, any page of which may be damaged. */
class TreeWalk {
  readonly values: Buffer[] = [];
  sound = true;
  readonly #file: Buffer;
  readonly #meta: Meta;
  readonly #seen = new Set<bigint>();
  #lastKey: Buffer = Buffer.alloc(0);

  constructor(file: Buffer, meta: Meta) {
    this.#file = file;
    this.#meta = meta;
  }

  visit(number: bigint, depth: number): void {
    const page = this.#page(number, 1);
    if (page === undefined || depth > MAX_DEPTH) {
      this.sound = false;
      return;
    }
    const flags = page.readUInt16LE(18);
    if ((flags & (BRANCH | LEAF)) === 0) this.sound = false;
    else if ((flags & LEAF) !== 0) this.#eachNode(page, (at) => this.#readLeaf(page, at));
    else this.#eachNode(page, (at) => this.visit(childOf(page, at), depth + 1));
  }

  #eachNode(page: Buffer, look: (at: number) => void): void {
    // Offsets count from the end of the header.
    const end = PAGE_HEADER + page.readUInt16LE(20);
    if (end > page.length) this.sound = false;
    for (let at = PAGE_HEADER; at + 2 <= Math.min(end, page.length); at += 2) {
      const node = PAGE_HEADER + page.readUInt16LE(at);
      if (node + NODE_HEADER <= page.length) look(node);
      else this.sound = false;
    }
  }

  #readLeaf(page: Buffer, at: number): void {
    const size = page.readUInt32LE(at);
    const flags = page.readUInt16LE(at + 4);
    const data = at + NODE_HEADER + page.readUInt16LE(at + 6);
    const key = page.subarray(at + NODE_HEADER, data);
    // A stale page may look right, but its keys do not fit between those of its neighbours.
    if (Buffer.compare(this.#lastKey, key) >= 0) this.sound = false;
    this.#lastKey = key;
    const value =
      flags === BIG_VALUE
        ? this.#readOverflow(page, data, size)
        : sliceOf(page, data, flags === 0 ? size : undefined);
    if (value === undefined) this.sound = false;
    else this.values.push(value);
  }

  #readOverflow(page: Buffer, at: number, size: number): Buffer | undefined {
    if (at + 8 > page.length) return undefined;
    const pages = Math.ceil((PAGE_HEADER + size) / this.#meta.pageSize);
    const run = this.#page(page.readBigUInt64LE(at), pages);
    if (run === undefined || (run.readUInt16LE(18) & OVERFLOW) === 0) return undefined;
    return sliceOf(run, PAGE_HEADER, size);
  }

  /** A run of pages that was not visited yet, if the first one has the right number. */
  #page(number: bigint, pages: number): Buffer | undefined {
    const { pageSize } = this.#meta;
    const start = Number(number) * pageSize;
    if (this.#seen.has(number) || start + pages * pageSize > this.#file.length) return undefined;
    this.#seen.add(number);
    const page = this.#file.subarray(start, start + pages * pageSize);
    return page.readBigUInt64LE(0) === number ? page : undefined;
  }
}

/** A branch node stores its child's page number in the fields for size and flags. */
function childOf(page: Buffer, at: number): bigint {
  return BigInt(page.readUInt32LE(at)) | (BigInt(page.readUInt16LE(at + 4)) << 32n);
}

function sliceOf(page: Buffer, start: number, size: number | undefined): Buffer | undefined {
  if (size === undefined || start + size > page.length) return undefined;
  return page.subarray(start, start + size);
}
