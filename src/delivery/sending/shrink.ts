import { cutText } from "../../base/cut-text.ts";
import type { TelemetryEvent } from "../delivery.ts";

/** Entries of free-form objects longer than this, as JSON, are removed first. */
const MAX_ENTRY_LENGTH = 256;

/** Maximum size of a shrunk free-form object, as JSON, in UTF-16 units. */
const MAX_OBJECT_LENGTH = 4_096;

/**
 * Maximum length of `input` and `output` in each step. The first one suffices for a service that
 * counts bytes where we count characters; the last one is just enough to recognize a call.
 */
const TEXT_LIMITS = [16_000, 8_000, 4_000, 1_000] as const;

/** Keys of `metadata` that are kept first: they link the event and say how it came about. */
const ESSENTIAL_METADATA = [
  "client_event_id",
  "guard_event_id",
  "parent_client_event_id",
  "sdk_version",
  "outcome",
  "occurred_at",
  "fallback",
  "coverage",
  "truncated",
] as const;

/** A smaller event, and the number of shrinking steps taken so far. */
export interface Shrunk {
  readonly event: TelemetryEvent;
  readonly steps: number;
}

/**
 * A smaller version of an event that the service found too large: free-form objects first, then the
 * texts. `metadata.truncated` has the original lengths in UTF-16 units, by field. Undefined if
 * nothing can shrink. `steps`: what the previous call returned, 0 at first.
 */
export function shrinkEvent(event: TelemetryEvent, steps: number): Shrunk | undefined {
  for (let step = steps; step <= TEXT_LIMITS.length; step += 1) {
    const limit = TEXT_LIMITS[step - 1];
    const smaller = limit === undefined ? trimObjects(event) : cutTexts(event, limit);
    if (smaller !== undefined) return { event: smaller, steps: step + 1 };
  }
  return undefined;
}

type Lengths = Record<string, number>;

function cutTexts(event: TelemetryEvent, maxLength: number): TelemetryEvent | undefined {
  const lengths: Lengths = {};
  if (event.input.length > maxLength) lengths.input = event.input.length;
  if (event.output.length > maxLength) lengths.output = event.output.length;
  if (Object.keys(lengths).length === 0) return undefined;
  const input = cutText(event.input, maxLength);
  const output = cutText(event.output, maxLength);
  return { ...event, input, output, metadata: mark(event.metadata, lengths) };
}

function trimObjects(event: TelemetryEvent): TelemetryEvent | undefined {
  const lengths: Lengths = {};
  const trimmed: Record<string, unknown> = { ...event };
  for (const field of ["usage", "tokens", "request_identity", "client_capabilities"]) {
    const smaller = trimObject(trimmed[field], []);
    if (smaller === undefined) continue;
    trimmed[field] = smaller.kept;
    lengths[field] = smaller.lengthBefore;
  }
  const metadata = trimObject(event.metadata, ESSENTIAL_METADATA);
  if (metadata !== undefined) lengths.metadata = metadata.lengthBefore;
  if (Object.keys(lengths).length === 0) return undefined;
  return { ...event, ...trimmed, metadata: mark(metadata?.kept ?? event.metadata, lengths) };
}

interface Trimmed {
  readonly kept: Record<string, unknown>;
  readonly lengthBefore: number;
}

/** The small entries of an object, the essential ones first; undefined if everything fits. */
function trimObject(value: unknown, essential: readonly string[]): Trimmed | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const source = value as Readonly<Record<string, unknown>>;
  const lengthBefore = lengthOf(source);
  if (lengthBefore <= MAX_OBJECT_LENGTH) return undefined;
  const kept: Record<string, unknown> = {};
  let length = 0;
  for (const key of new Set([...essential, ...Object.keys(source)])) {
    if (!Object.hasOwn(source, key)) continue;
    const entryLength = key.length + lengthOf(source[key]);
    if (entryLength > MAX_ENTRY_LENGTH || length + entryLength > MAX_OBJECT_LENGTH) continue;
    length += entryLength;
    kept[key] = source[key];
  }
  return { kept, lengthBefore };
}

function lengthOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}

/**
 * The original length of a field is the longest one: it may have been recorded before, and what an
 * app has in its place is shorter than what is left.
 */
function mark(metadata: TelemetryEvent["metadata"], lengths: Lengths): Record<string, unknown> {
  const before: unknown = metadata?.truncated;
  const known: Record<string, unknown> = typeof before === "object" ? { ...before } : {};
  const truncated = { ...lengths, ...known };
  for (const [field, length] of Object.entries(lengths)) {
    truncated[field] = Math.max(length, Number(known[field]) || 0);
  }
  return { ...metadata, truncated };
}
