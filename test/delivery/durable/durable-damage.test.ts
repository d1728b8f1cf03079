import { mkdirSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { encodeRecord } from "../../../src/delivery/durable-delivery/files/record-codec.ts";
import { readRow, salvage } from "../../../src/delivery/durable-delivery/recovery/salvage.ts";
import { outboxDirectory } from "../../support/outboxes/outbox.ts";
import { NO_KEYS, type StoredOutbox, storedOutbox } from "../../support/outboxes/stored-outbox.ts";

const PAGE = 4096;

/** Number of bits to flip. */
const FLIPS = Number(process.env.FLIPS ?? 300);

/** Bytes between two lengths at which a file is cut off. */
const CUT_STEP = Number(process.env.CUT_STEP ?? PAGE);

/** Numbers below `limit`, the same in every run (mulberry32). */
function seeded(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % limit;
  };
}

let outbox: StoredOutbox;

beforeAll(async () => {
  const folder = outboxDirectory();
  mkdirSync(folder);
  outbox = await storedOutbox(folder, 60);
});

/** The live records that can still be read from a file, and whether damage was detected. */
function read(file: Buffer) {
  const { records, whole } = salvage(file, NO_KEYS);
  const missing = [...outbox.live.keys()].filter((id) => !records.has(id));
  return { missing, extra: records.size - (outbox.live.size - missing.length), whole };
}

describe("a store file of a killed process", () => {
  it("is read completely, and only its live records", () => {
    expect(read(outbox.file)).toEqual({ missing: [], extra: 0, whole: true });
    const { records } = salvage(outbox.file, NO_KEYS);
    for (const [id, record] of outbox.live) {
      expect(records.get(id)?.reading).toEqual({ state: "read", kind: "event", id, record });
    }
  });

  it("loses at most the one record with a flipped bit, and reports the damage", () => {
    const pick = seeded(1);
    let noticed = 0;
    for (let i = 0; i < FLIPS; i += 1) {
      const file = Buffer.from(outbox.file);
      const bit = pick(file.length * 8);
      const at = bit >> 3;
      file[at] = (file[at] ?? 0) ^ (1 << (bit & 7));
      const { missing, whole } = read(file);
      expect(missing.length, `bit ${bit}`).toBeLessThanOrEqual(1);
      if (missing.length > 0) expect(whole, `bit ${bit}`).toBe(false);
      if (!whole) noticed += 1;
    }
    expect(noticed).toBeGreaterThan(FLIPS / 10);
  });

  it("keeps its readable records wherever it is cut off", () => {
    for (let length = 0; length < outbox.file.length; length += CUT_STEP) {
      const { missing, whole } = read(outbox.file.subarray(0, length));
      if (missing.length > 0) expect(whole, `length ${length}`).toBe(false);
    }
    const half = read(outbox.file.subarray(0, outbox.file.length / 2));
    expect(half.missing.length).toBeLessThan(outbox.live.size);
  });

  it("keeps its readable records if a page is garbage", () => {
    const pick = seeded(2);
    for (let start = 0; start < outbox.file.length; start += PAGE) {
      const file = Buffer.from(outbox.file);
      for (let at = start; at < start + PAGE; at += 1) file[at] = pick(256);
      const { missing, whole } = read(file);
      expect(missing.length).toBeLessThan(outbox.live.size / 4);
      if (missing.length > 0) expect(whole, `page ${start / PAGE}`).toBe(false);
    }
  });

  it("keeps all events of a spill file before the byte at which it is cut off", () => {
    const rows = [...outbox.live.values()].slice(0, 6).map((record) => {
      const id = record.event.event_id;
      return encodeRecord({ kind: "event", id, record }, NO_KEYS);
    });
    const file = Buffer.concat(rows);
    const ends = rows.map((_, index) => Buffer.concat(rows.slice(0, index + 1)).length);
    for (let length = 0; length <= file.length; length += 1) {
      const { found, whole } = readRow(file.subarray(0, length), NO_KEYS);
      const complete = ends.filter((end) => end <= length).length;
      if (found.length !== complete) expect(found, `length ${length}`).toHaveLength(complete);
      const atAnEnd = length === 0 || ends.includes(length);
      if (whole !== atAnEnd) expect(whole, `length ${length}`).toBe(atAnEnd);
    }
  });

  it("keeps all events of a spill file but the one with a flipped bit", () => {
    const pick = seeded(4);
    const records = [...outbox.live.values()].slice(0, 20);
    const file = Buffer.concat(
      records.map((record) =>
        encodeRecord({ kind: "event", id: record.event.event_id, record }, NO_KEYS),
      ),
    );
    for (let i = 0; i < FLIPS; i += 1) {
      const flipped = Buffer.from(file);
      const bit = pick(file.length * 8);
      const at = bit >> 3;
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (bit & 7));
      const { found, whole } = readRow(flipped, NO_KEYS);
      expect(found.length, `bit ${bit}`).toBe(records.length - 1);
      expect(whole, `bit ${bit}`).toBe(false);
    }
  });

  it("is reported as damaged if it is not a store at all", () => {
    const pick = seeded(3);
    const noise = Buffer.from(Array.from({ length: 20_000 }, () => pick(256)));
    for (const file of [Buffer.alloc(0), Buffer.alloc(1), Buffer.alloc(9_000), noise]) {
      expect(salvage(file, NO_KEYS)).toMatchObject({ records: new Map(), whole: false });
    }
  });
});
