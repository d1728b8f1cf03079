import type { JsonObject } from "../json/json-shape.ts";
import { rewrittenJson } from "../json/rewritten-json.ts";
import { BrokenFrameError, type EventFrame } from "./frame.ts";
import { readHeaders } from "./headers.ts";

const EXCEPTION = /Exception$/;

/**
 * A message as AWS clients pass it to apps: an object whose only property is named after the event
 * or exception, and contains the payload.
 *
 * @throws BrokenFrameError
 */
export function eventOf({ headers, payload }: EventFrame): JsonObject {
  const named = readHeaders(headers);
  const exception = named.get(":exception-type") ?? named.get(":error-code");
  const name = exception ?? named.get(":event-type") ?? "";
  // A failure whose name is not a regular one is still a failure.
  const isNamed = exception === undefined || EXCEPTION.test(exception);
  return { [isNamed ? name : `${name}Exception`]: parse(payload) };
}

/** The name of an event. */
export function nameOfEvent(event: unknown): string {
  const [name = ""] = Object.keys(event as object);
  return name;
}

/**
 * The encoded payload of an event. If it was parsed from `origin`, numbers are kept as written
 * there.
 */
export function payloadOf(event: unknown, origin?: Uint8Array): Uint8Array {
  const held: unknown = Object.values(event as object)[0] ?? {};
  const json =
    origin === undefined
      ? JSON.stringify(held)
      : rewrittenJson(new TextDecoder().decode(origin), held);
  return new TextEncoder().encode(json);
}

function parse(payload: Uint8Array): unknown {
  if (payload.length === 0) return {};
  try {
    return JSON.parse(new TextDecoder().decode(payload));
  } catch (cause) {
    throw new BrokenFrameError("a payload is no JSON", { cause });
  }
}
