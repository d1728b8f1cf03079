import * as z from "zod";
import { LIVE_KEY_PREFIX } from "../../../src/contract/live-key.ts";

/** `value` if it is a JSON object, else an empty object. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

/** The string of a field, in lower case for comparing ids; empty if there is none. */
export function idIn(body: unknown, name: string): string {
  const value = objectOf(body)[name];
  return typeof value === "string" ? value.toLowerCase() : "";
}

/** The start of an id, enough to recognize it in a message. */
export function short(id: string): string {
  return id === "" ? "(no id)" : id.slice(0, 8);
}

/** One line for each way in which a body violates its schema. */
export function* misfits(schema: z.ZodType, body: unknown): Generator<string> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return;
  for (const issue of parsed.error.issues) {
    yield `${issue.path.join(".") || "body"}: ${issue.message}`;
  }
}

/** One line for each field that the contract does not define. */
export function* unknownFields(known: readonly string[], body: unknown): Generator<string> {
  for (const name of Object.keys(objectOf(body))) {
    if (!known.includes(name)) yield `${name}: the contract has no such field`;
  }
}

/** Whether a UUID is a random one (RFC 9562, section 5.4). */
export function isRandomUuid(id: string): boolean {
  return z.uuid({ version: "v4" }).safeParse(id).success;
}

/** Whether the key in these headers may finalize. */
export function isLive(headers: Readonly<Record<string, unknown>>): boolean {
  const shown = headers["x-service-api-key"] ?? headers.authorization;
  return typeof shown === "string" && shown.replace(/^Bearer /i, "").startsWith(LIVE_KEY_PREFIX);
}

/** Every string in a JSON value, including keys. */
export function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    yield key;
    yield* stringsIn(member);
  }
}
