import { EVENT_TYPES, type EventType, SEVERITIES, type Severity } from "../contract/events.ts";
import { MAX_TEXT_LENGTH, MAX_USER_ID_LENGTH } from "../contract/limits.ts";
import { cutText } from "../cut-text.ts";
import type { TelemetryEvent } from "../delivery/delivery.ts";
import { ignoreLateRejection } from "../observability/late-rejection.ts";

/**
 * A last look at every event before it leaves. Returning `"withhold"`, or throwing, replaces
 * its content. Ids, times and the links between them are not its to change.
 */
export type BeforeIngest = (event: TelemetryEvent) => TelemetryEvent | "withhold";

const WITHHELD = "[withheld]";

/** The fields that link an event to its call. Content is the hook's to change, these are not. */
const FIXED = ["event_id", "timestamp", "system_id"] as const;
const FIXED_METADATA = ["client_event_id", "guard_event_id", "sdk_version", "outcome"] as const;

/** What a hook may write into fields with rules of their own (contract: "Ingest request"). */
const WITHIN_CONTRACT: Readonly<Record<string, (value: unknown) => boolean>> = {
  user_id: (value) =>
    typeof value === "string" && value.length >= 1 && value.length <= MAX_USER_ID_LENGTH,
  event_type: (value) => EVENT_TYPES.includes(value as EventType),
  severity: (value) => SEVERITIES.includes(value as Severity),
  latency: (value) => Number.isInteger(value) && (value as number) >= 0,
};

/** Runs the user's hook; whatever it does wrong withholds the content rather than letting it out. */
export function applyBeforeIngest(
  hook: BeforeIngest | undefined,
  event: TelemetryEvent,
): TelemetryEvent {
  if (hook === undefined) return event;
  try {
    const changed: unknown = hook(structuredClone(event));
    ignoreLateRejection(changed);
    if (isEvent(changed)) return relink(changed, event);
    return withhold(event, changed === "withhold" ? "beforeIngest" : "beforeIngest_invalid");
  } catch {
    return withhold(event, "beforeIngest_failed");
  }
}

/** The event without a word of what was said: counts, times and links stay. */
export function withhold(event: TelemetryEvent, why: string): TelemetryEvent {
  const metadata: Record<string, unknown> = { withheld: why };
  for (const key of FIXED_METADATA) {
    const value = event.metadata?.[key];
    if (value !== undefined) metadata[key] = value;
  }
  return { ...event, input: WITHHELD, output: WITHHELD, metadata };
}

function isEvent(value: unknown): value is TelemetryEvent {
  if (typeof value !== "object" || value === null) return false;
  const { input, output, model } = value as Record<string, unknown>;
  return typeof input === "string" && typeof output === "string" && typeof model === "string";
}

function relink(changed: TelemetryEvent, original: TelemetryEvent): TelemetryEvent {
  const linked: Record<string, unknown> = {
    ...changed,
    input: cutText(changed.input, MAX_TEXT_LENGTH),
    output: cutText(changed.output, MAX_TEXT_LENGTH),
  };
  // What the contract has no room for would have the whole event refused.
  for (const [key, holds] of Object.entries(WITHIN_CONTRACT)) {
    if (linked[key] !== undefined && !holds(linked[key])) keep(linked, original, key);
  }
  for (const key of FIXED) keep(linked, original, key);
  const metadata: Record<string, unknown> = { ...changed.metadata };
  for (const key of FIXED_METADATA) keep(metadata, original.metadata ?? {}, key);
  return { ...(linked as unknown as TelemetryEvent), metadata };
}

function keep(target: Record<string, unknown>, source: object, key: string): void {
  const value = (source as Record<string, unknown>)[key];
  if (value === undefined) delete target[key];
  else target[key] = value;
}
