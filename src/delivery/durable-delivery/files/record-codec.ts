import { crc32 } from "node:zlib";
import { parseJson } from "../../../base/parse-json.ts";
import type { EventRecord, TelemetryEvent } from "../../delivery.ts";
import type { Keyring, SealProblem } from "./keyring.ts";

/**
 * How a record lies on the disk, in little-endian:
 *
 * | bytes | what |
 * |---|---|
 * | 0-3 | `GMCO` |
 * | 4 | version, 1 |
 * | 5 | 1 when the body is sealed |
 * | 6 | 1: a call under way, 2: an event, 3: an event the service has |
 * | 7 | length of the id |
 * | 8-11 | length of the body |
 * | 12-15 | CRC-32 of everything else |
 * | 16- | id, then body: JSON, or what the keyring made of it |
 *
 * Later versions keep the first 16 bytes, so that a newer record can be told from a broken one.
 */
export const MAGIC: Buffer = Buffer.from("GMCO");

const VERSION = 1;
const HEADER_BYTES = 16;
const KINDS = ["call", "event", "stored"] as const;

/** A call in progress, a complete event, or a stored event that still needs its finalize. */
export type RecordKind = (typeof KINDS)[number];

/** The content of a record. */
export type RecordContent =
  | { readonly kind: "call" | "event"; readonly id: string; readonly record: EventRecord }
  | {
      readonly kind: "stored";
      readonly id: string;
      /** Duration of the ingest request in milliseconds, for the finalize. */
      readonly ingestMs: number;
    };

/** The result of decoding. */
export type Reading =
  | ({ readonly state: "read" } & RecordContent)
  | {
      readonly state: "sealed";
      readonly id: string;
      readonly kind: RecordKind;
      readonly problem: SealProblem;
    }
  /** Intact, and written by a later version of this package. */
  | { readonly state: "newer" }
  | { readonly state: "broken" };

const BROKEN: Reading = { state: "broken" };

/**
 * Encodes a record. `json`: its event as JSON, if available.
 *
 * @throws TypeError if the event cannot be serialized.
 */
export function encodeRecord(content: RecordContent, keyring: Keyring, json?: string): Buffer {
  const text = writeBody(content, json);
  const idEnd = HEADER_BYTES + Buffer.byteLength(content.id);
  // Written once and in place, because an answer waits for this.
  const plain = Buffer.allocUnsafe(idEnd + Buffer.byteLength(text));
  plain.set(MAGIC);
  plain[4] = VERSION;
  plain[5] = keyring.seals ? 1 : 0;
  plain[6] = KINDS.indexOf(content.kind) + 1;
  plain[7] = idEnd - HEADER_BYTES;
  plain.write(content.id, HEADER_BYTES);
  plain.write(text, idEnd);
  const bytes = keyring.seals ? sealed(plain, idEnd, keyring) : plain;
  bytes.writeUInt32LE(bytes.length - idEnd, 8);
  bytes.writeUInt32LE(checksum(bytes), 12);
  return bytes;
}

function sealed(plain: Buffer, idEnd: number, keyring: Keyring): Buffer {
  const context = contextOf(plain, plain.subarray(HEADER_BYTES, idEnd));
  return Buffer.concat([plain.subarray(0, idEnd), keyring.seal(plain.subarray(idEnd), context)]);
}

function writeBody(content: RecordContent, json: string | undefined): string {
  if (content.kind === "stored") return JSON.stringify({ ingestMs: content.ingestMs });
  const { event, finalize, idGivenByCaller, occurredAt } = content.record;
  const rest = JSON.stringify({ finalize, idGivenByCaller, occurredAt });
  return `${rest.slice(0, -1)},"event":${json ?? JSON.stringify(event)}}`;
}

/** The length that the record starting here claims to have; undefined if none starts here. */
export function lengthOfRecord(bytes: Buffer): number | undefined {
  if (bytes.length < HEADER_BYTES || !bytes.subarray(0, 4).equals(MAGIC)) return undefined;
  return HEADER_BYTES + (bytes[7] ?? 0) + bytes.readUInt32LE(8);
}

/** Decodes a record from any bytes. */
export function decodeRecord(bytes: Buffer, keyring: Keyring): Reading {
  if (lengthOfRecord(bytes) !== bytes.length) return BROKEN;
  if (checksum(bytes) !== bytes.readUInt32LE(12)) return BROKEN;
  if ((bytes[4] ?? 0) > VERSION) return { state: "newer" };
  const kind = KINDS[(bytes[6] ?? 0) - 1];
  if (bytes[4] !== VERSION || kind === undefined) return BROKEN;
  const idEnd = HEADER_BYTES + (bytes[7] ?? 0);
  const id = bytes.subarray(HEADER_BYTES, idEnd);
  const body = bytes.subarray(idEnd);
  const opened = bytes[5] === 1 ? keyring.open(body, contextOf(bytes, id)) : body;
  if (typeof opened === "string") {
    return { state: "sealed", id: id.toString(), kind, problem: opened };
  }
  const content = readBody(opened, kind, id.toString());
  return content === undefined ? BROKEN : { state: "read", ...content };
}

/** What an encrypted body is bound to: the header fields that identify it. */
function contextOf(head: Buffer, id: Buffer): Buffer {
  return Buffer.concat([head.subarray(0, 8), id]);
}

function checksum(bytes: Buffer): number {
  return crc32(bytes.subarray(HEADER_BYTES), crc32(bytes.subarray(0, 12)));
}

function readBody(body: Buffer, kind: RecordKind, id: string): RecordContent | undefined {
  const value = parseJson(body.toString());
  if (typeof value !== "object" || value === null) return undefined;
  if (kind === "stored") {
    const { ingestMs } = value as { readonly ingestMs?: unknown };
    return typeof ingestMs === "number" ? { kind, id, ingestMs } : undefined;
  }
  const record = readRecord(value);
  return record?.event.event_id === id ? { kind, id, record } : undefined;
}

function readRecord(value: Partial<EventRecord>): EventRecord | undefined {
  const { event, finalize, idGivenByCaller, occurredAt } = value;
  if (!isEvent(event) || !Number.isFinite(occurredAt)) return undefined;
  return {
    event,
    finalize: finalize === true,
    idGivenByCaller: idGivenByCaller === true,
    occurredAt: occurredAt as number,
  };
}

/** Whether the fields required by the contract are present. */
function isEvent(value: unknown): value is TelemetryEvent {
  if (typeof value !== "object" || value === null) return false;
  const fields = value as Readonly<Record<string, unknown>>;
  return ["event_id", "input", "output", "model", "timestamp"].every(
    (name) => typeof fields[name] === "string",
  );
}
