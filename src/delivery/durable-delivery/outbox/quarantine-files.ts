import { createHash } from "node:crypto";
import { readFile, rename, stat, unlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { parseJson } from "../../../base/parse-json.ts";
import { DataPlaneError } from "../../../errors.ts";
import { quoteForeign } from "../../../redact.ts";
import type { DeliveryOutcome } from "../../../types.ts";
import { ifThere, namesIn } from "../files/if-there.ts";
import type { Keyring } from "../files/keyring.ts";
import type { Layout } from "../files/layout.ts";
import { makeFolderAgain } from "../files/make-folder.ts";
import { decodeRecord } from "../files/record-codec.ts";
import { UNFINISHED_END, writeWholeFile } from "../files/whole-file.ts";
import type { FoundRecord } from "../recovery/salvage.ts";

/** Suffix of the files in quarantine. */
const SUFFIX = ".record";

/** Whether a file of this name may be a record that is or was in quarantine. */
export function isRecordFile(name: string): boolean {
  return name.endsWith(SUFFIX);
}

/** Why a record is in quarantine: the first line of its file, as JSON. */
export interface QuarantineNote {
  readonly eventId: string;
  /** As in a delivery outcome; `key_unknown` or `undecryptable` if it cannot be decrypted. */
  readonly reason: string;
  /** HTTP status of the refusal, if any. */
  readonly status?: number | undefined;
  /** Names of the invalid fields. */
  readonly fields?: readonly string[] | undefined;
  /** ISO 8601. */
  readonly since: string;
}

/** A record in quarantine. */
export interface KeptRecord {
  readonly path: string;
  readonly note: QuarantineNote;
  /** Undefined if the file is damaged. */
  readonly found: FoundRecord | undefined;
}

/** The note of an event that goes to quarantine because of its outcome. */
export function noteOf(outcome: DeliveryOutcome, now: number): QuarantineNote {
  const { eventId, reason = "rejected", error } = outcome;
  const since = new Date(now).toISOString();
  if (!(error instanceof DataPlaneError)) return { eventId, reason, since };
  const fields = Object.keys(error.fieldErrors ?? {}).slice(0, 10);
  return {
    eventId,
    reason,
    status: error.status,
    fields: fields.length === 0 ? undefined : fields.map((name) => quoteForeign(name, 64)),
    since,
  };
}

/** Writes a record to the quarantine; it is on the disk when this resolves. */
export async function writeQuarantined(
  layout: Layout,
  note: QuarantineNote,
  bytes: Buffer,
): Promise<void> {
  const path = join(layout.quarantine, fileNameOf(note.eventId));
  await makeFolderAgain(layout.quarantine);
  await writeWholeFile(path, [Buffer.from(`${JSON.stringify(note)}\n`), bytes], { sync: true });
}

/** All records in quarantine, oldest first. @throws the error of the disk */
export async function listQuarantine(
  layout: Layout,
  keyring: Keyring,
): Promise<readonly KeptRecord[]> {
  const kept: KeptRecord[] = [];
  // Sequentially: there may be more files than a process may open.
  for (const name of await namesIn(layout.quarantine)) {
    if (!isRecordFile(name)) continue;
    const record = await readQuarantined(join(layout.quarantine, name), keyring);
    if (record !== undefined) kept.push(record);
  }
  return kept.sort((a, b) => (a.note.since < b.note.since ? -1 : 1));
}

/**
 * Moves a record to where the next owner finds and sends it. Returns false if it has left the
 * quarantine meanwhile, released by somebody else or removed to make room.
 *
 * @throws the error of the disk
 */
export async function release(layout: Layout, { path }: KeptRecord): Promise<boolean> {
  await makeFolderAgain(layout.retry);
  try {
    // The file keeps its name, because an unreadable note has no event id.
    await rename(path, join(layout.retry, basename(path)));
    return true;
  } catch (error) {
    if ((await ifThere(stat(path))) === undefined) return false;
    throw error;
  }
}

/** Writing a file takes milliseconds; after this long, its writer has died. */
const UNFINISHED_MS = 60_000;

/**
 * Removes files whose writer died. Nobody sees them, and they take up space; the record itself is
 * still where it was, and will be quarantined again. Never rejects.
 */
export async function removeUnfinished(layout: Layout): Promise<void> {
  for (const name of await namesIn(layout.quarantine).catch(() => [])) {
    if (!name.endsWith(UNFINISHED_END)) continue;
    const path = join(layout.quarantine, name);
    const begun = await stat(path).catch(() => undefined);
    if (begun === undefined || Date.now() - begun.mtimeMs < UNFINISHED_MS) continue;
    await unlink(path).catch(() => undefined);
  }
}

/** The record in a file that was in quarantine. @throws the error of the disk */
export async function readKept(path: string, keyring: Keyring): Promise<FoundRecord | undefined> {
  return (await readQuarantined(path, keyring))?.found;
}

async function readQuarantined(path: string, keyring: Keyring): Promise<KeptRecord | undefined> {
  const file = await ifThere(readFile(path));
  if (file === undefined) return undefined;
  const end = file.indexOf("\n");
  const note = readNote(file.subarray(0, Math.max(0, end)).toString());
  const bytes = file.subarray(end + 1);
  const reading = decodeRecord(bytes, keyring);
  const readable = reading.state === "read" || reading.state === "sealed";
  return { path, note, found: readable ? { bytes, reading } : undefined };
}

const UNREADABLE: QuarantineNote = { eventId: "unknown", reason: "unreadable", since: "" };

function readNote(line: string): QuarantineNote {
  const note = Object(parseJson(line)) as QuarantineNote;
  const { eventId, reason, since } = note;
  const whole = [eventId, reason, since].every((field) => typeof field === "string");
  return whole ? note : UNREADABLE;
}

/** Ids usually are UUIDs; anything else must not form a path. */
function fileNameOf(eventId: string): string {
  const plain = /^[0-9a-z-]{1,64}$/i.test(eventId);
  const name = plain ? eventId : createHash("sha256").update(eventId).digest("hex");
  return `${name}${SUFFIX}`;
}
