import { cutText } from "../base/cut-text.ts";
import type { TelemetryEvent } from "../delivery/delivery.ts";
import type { KeptRecord } from "../delivery/durable-delivery/outbox/quarantine-files.ts";
import type { Survey } from "../delivery/durable-delivery/recovery/survey.ts";
import { createMasker } from "../masking/create-masker.ts";
import { jsonLine, printable, type Terminal } from "./terminal.ts";

/** Characters of a text that are shown: enough to recognize a call. */
const SHOWN_LENGTH = 200;

/** Units of an age in milliseconds, largest first. */
const UNITS: readonly (readonly [string, number])[] = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1_000],
];

/** A summary of what waits in an outbox, as a few lines. */
export function surveyLines(found: Survey, quarantined: number, now: number): readonly string[] {
  const { owners, events, stored, calls, sealed, oldestAt, damaged, retrying } = found;
  const age = oldestAt === undefined ? "" : `, the oldest ${ageOf(oldestAt, now)} old`;
  const rows: readonly (readonly [string, number, string])[] = [
    ["processes at work", owners, ""],
    ["events waiting", events, age],
    ["calls under way, or interrupted", calls, ""],
    ["events lacking their finalize", stored, ""],
    ["records whose key is missing", sealed, ""],
    ["events asked to be sent again", retrying, ""],
    ["damaged stores set aside", damaged, ""],
    ["events in quarantine", quarantined, ""],
  ];
  return rows
    .filter(
      ([what, count]) => count > 0 || what === "events waiting" || what.endsWith("quarantine"),
    )
    .map(([what, count, more]) => `${what.padEnd(32)} ${count}${more}`);
}

/**
 * The same as one line of JSON: the numbers with their names, `oldestAt` as ISO 8601 or null, and
 * each event in quarantine with its reason, but without its texts.
 */
export function surveyJson(found: Survey, kept: readonly KeptRecord[]): string {
  const { owners: processes, oldestAt, ...counts } = found;
  const oldest = oldestAt === undefined ? null : new Date(oldestAt).toISOString();
  const quarantine = kept.map((record) => ({ ...record.note, model: eventOf(record)?.model }));
  const quarantined = kept.length;
  return jsonLine({ processes, ...counts, oldestAt: oldest, quarantined, quarantine });
}

/** One event in quarantine: id, age, reason, model, and the start of its prompt, masked. */
export function quarantineRow(record: KeptRecord, terminal: Terminal, now: number): string {
  const { note } = record;
  const reason = [note.reason, note.status, note.fields?.join(",")]
    .filter((part) => part !== undefined)
    .join(" ");
  const event = eventOf(record);
  const row = [
    printable(note.eventId.slice(0, 8), 8).padEnd(8),
    ageOf(Date.parse(note.since), now).padStart(7),
    printable(reason, 28).padEnd(20),
    printable(event?.model ?? "", 16),
    event === undefined ? "" : shownText(event.input),
  ];
  return printable(row.join("  "), terminal.columns).trimEnd();
}

/** An event in quarantine as one line of JSON. */
export function exportLine(record: KeptRecord, full: boolean): string {
  const event = eventOf(record);
  const shown =
    event === undefined || full
      ? event
      : { ...event, input: shownText(event.input), output: shownText(event.output) };
  return jsonLine({ ...record.note, event: shown });
}

function eventOf({ found }: KeptRecord): TelemetryEvent | undefined {
  const reading = found?.reading;
  return reading?.state === "read" && reading.kind !== "stored" ? reading.record.event : undefined;
}

/**
 * Stored texts are masked only as far as the app masks them; on the screen they are always masked.
 */
function shownText(text: string): string {
  const { text: masked } = createMasker().mask(text);
  return masked.length > SHOWN_LENGTH ? `${cutText(masked, SHOWN_LENGTH)}…` : masked;
}

function ageOf(at: number, now: number): string {
  if (!Number.isFinite(at)) return "?";
  const age = Math.max(0, now - at);
  const [name, unit] = UNITS.find(([, size]) => age >= size) ?? ["s", 1_000];
  return `${Math.floor(age / unit)} ${name}`;
}
