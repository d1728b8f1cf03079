/**
 * The machine-readable words of error bodies (specification, "Errors").
 */

/** `error` of a 400 whose `timestamp` is more than five minutes old. */
export const STALE_EVENT_TIMESTAMP = "stale_event_timestamp";

/** `reason` of a 409: the event is stored already, which is success on a retry. */
export const REPLAY_DETECTED = "replay_detected";

/** `reason` of a finalize 404. */
export const EVENT_NOT_FOUND = "event_not_found";
