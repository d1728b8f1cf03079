/**
 * The closed vocabularies of an event (specification, "Events").
 */

/** Values of `event_type`. A normal model call is recorded as `complete`. */
export const EVENT_TYPES = [
  "start",
  "complete",
  "error",
  "human_override",
  "security_alert",
  "security_block",
  "security_policy_violation",
  "transparency_badge_rendered",
] as const;

/** One value of `event_type`. */
export type EventType = (typeof EVENT_TYPES)[number];

/** Values of `severity`. A normal model call is recorded with `info`. */
export const SEVERITIES = ["info", "warning", "error", "high"] as const;

/** One value of `severity`. */
export type Severity = (typeof SEVERITIES)[number];
