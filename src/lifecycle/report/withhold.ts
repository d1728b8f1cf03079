import { cutText } from "../../base/cut-text.ts";
import { ignoreLateRejection } from "../../base/late-rejection.ts";
import { EVENT_TYPES, type EventType, SEVERITIES, type Severity } from "../../contract/events.ts";
import { MAX_TEXT_LENGTH } from "../../contract/limits.ts";
import { MAX_USER_ID_LENGTH } from "../../contract/user-id.ts";
import type { TelemetryEvent } from "../../delivery/delivery.ts";
import { readUsage } from "../../providers/answer/usage.ts";
import { isCount, isJsonObject } from "../../providers/json/json-shape.ts";
import {
  CAPABILITIES,
  type EventFacts,
  fits,
  IDENTITY,
  truncationOf,
  type WireFields,
} from "./event.ts";

/**
 * Sees every event before it is sent, and returns it or a changed copy. Synchronous. Called twice
 * for a call that a durable delivery records before its provider is called. If it returns
 * `"withhold"` or no event, or throws, the content is replaced; the latter two are logged. It
 * cannot change ids, the timestamp, the outcome, or the fields that report masking. A value that
 * violates the contract leaves the field unchanged; fields that are not in the contract are not sent.
 */
export type BeforeIngest = (event: TelemetryEvent) => TelemetryEvent | "withhold";

/** Stands for a text that must not be shown; `metadata.withheld` says why. */
export const WITHHELD = "[withheld]";

/** The fields that link an event to its call, which a hook cannot change. */
const FIXED = ["event_id", "timestamp", "system_id"] as const;
const FIXED_METADATA = ["client_event_id", "guard_event_id", "sdk_version", "outcome"] as const;
/** The fields that say which masking was active, and by which version. */
const FIXED_CAPABILITIES = [
  "sdk_version",
  "pii_masking_enabled",
  "secret_masking_enabled",
] as const;

/**
 * What a hook may change (contract, "Ingest request"). One invalid value would get the whole event
 * rejected: the previous value is kept then, and unknown fields are not sent.
 */
const WITHIN_CONTRACT: Readonly<Record<string, (value: unknown) => boolean>> = {
  model: isText,
  usage: (value) => JSON.stringify(readUsage(value) ?? {}) === JSON.stringify(value),
  tokens: (value) => isJsonObject(value) && Object.entries(value).every(isTokenCount),
  latency: isCount,
  user_id: (value) => isText(value) && value.length >= 1 && value.length <= MAX_USER_ID_LENGTH,
  request_identity: (value) => isJsonObject(value) && isWithin(value, IDENTITY),
  client_capabilities: (value) => isJsonObject(value) && isWithin(value, CAPABILITIES),
  event_type: (value) => EVENT_TYPES.includes(value as EventType),
  severity: (value) => SEVERITIES.includes(value as Severity),
};

/** The contract accepts any other properties of these objects. */
function isWithin(value: object, { types }: WireFields): boolean {
  return Object.entries(value).every(([name, one]) => fits(name, one, types));
}

const COUNTERS = ["input", "output", "total"];

function isTokenCount([name, value]: [string, unknown]): boolean {
  return isCount(value) || !COUNTERS.includes(name);
}

/**
 * Runs the user's hook. If it fails, the content is withheld rather than sent. `notes` are the
 * library's own additions to `metadata`.
 */
export function applyBeforeIngest(
  hook: BeforeIngest | undefined,
  event: TelemetryEvent,
  notes?: EventFacts["notes"],
): TelemetryEvent {
  if (hook === undefined) return event;
  try {
    const changed: unknown = hook(structuredClone(event));
    ignoreLateRejection(changed);
    // As it will be sent: a value that is not JSON, such as a cycle, counts as a failure of the
    // hook.
    const plain: unknown = isEvent(changed) ? JSON.parse(JSON.stringify(changed)) : changed;
    if (isEvent(plain)) return relink(plain, event);
    return withhold(event, changed === "withhold" ? "beforeIngest" : "beforeIngest_invalid", notes);
  } catch {
    return withhold(event, "beforeIngest_failed", notes);
  }
}

/**
 * The event without any content: counts, times, links and `notes` stay, which say for example
 * whether the call went on without the guard. The app's own metadata does not.
 */
export function withhold(
  event: TelemetryEvent,
  why: string,
  notes?: EventFacts["notes"],
): TelemetryEvent {
  const metadata = fixed({ ...notes, withheld: why }, event.metadata, FIXED_METADATA);
  return { ...event, input: WITHHELD, output: WITHHELD, metadata };
}

function isEvent(value: unknown): value is TelemetryEvent {
  return isJsonObject(value) && isText(value.input) && isText(value.output) && isText(value.model);
}

function relink(changed: TelemetryEvent, original: TelemetryEvent): TelemetryEvent {
  const linked: Record<string, unknown> = {
    input: cutText(changed.input, MAX_TEXT_LENGTH),
    output: cutText(changed.output, MAX_TEXT_LENGTH),
  };
  for (const [key, holds] of Object.entries(WITHIN_CONTRACT)) {
    const value = (changed as unknown as Record<string, unknown>)[key];
    if (value !== undefined) keep(linked, holds(value) ? changed : original, key);
  }
  for (const key of FIXED) keep(linked, original, key);
  const metadata = fixed(changed.metadata, original.metadata, FIXED_METADATA);
  const truncated = truncationOf(changed);
  // If the text was cut before the hook ran, that length is the full one.
  if (truncated !== undefined) metadata.truncated = { ...truncated, ...record(metadata.truncated) };
  linked.metadata = metadata;
  const { client_capabilities: before } = original;
  linked.client_capabilities = fixed(linked.client_capabilities, before, FIXED_CAPABILITIES);
  return linked as unknown as TelemetryEvent;
}

/** `changed`, with `keys` as they are in `original`. */
function fixed(
  changed: unknown,
  original: object | undefined,
  keys: readonly string[],
): Record<string, unknown> {
  const target = { ...record(changed) };
  for (const key of keys) keep(target, original, key);
  return target;
}

function keep(target: Record<string, unknown>, source: object | undefined, key: string): void {
  const value = (source as Record<string, unknown> | undefined)?.[key];
  if (value === undefined) delete target[key];
  else target[key] = value;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function record(value: unknown): Record<string, unknown> {
  return isJsonObject(value) ? value : {};
}
