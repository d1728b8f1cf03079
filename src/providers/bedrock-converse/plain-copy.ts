import { membersOf } from "../json/members-of.ts";
import { UnreadableRequestError } from "../provider.ts";

/** Maximum nesting depth; real requests have fewer than twenty levels. */
const MAX_DEPTH = 64;

/**
 * A copy of a request as plain objects and arrays, reading each property once. Like the AWS client,
 * it reads members by name, including computed ones of classes, and calls no `toJSON`. Bytes are
 * shared, since most of them are images.
 */
export function plainCopy(value: unknown, depth = 0): unknown {
  if (typeof value === "function") return undefined;
  if (typeof value !== "object" || value === null || isBytes(value)) return value;
  if (depth > MAX_DEPTH) throw new UnreadableRequestError("a value nested without end");
  if (value instanceof Date) return new Date(value);
  if (Array.isArray(value)) return copyArray(value, depth);
  const copy = membersOf(value);
  for (const key in copy) copy[key] = plainCopy(copy[key], depth + 1);
  return copy;
}

function copyArray(values: readonly unknown[], depth: number): unknown[] {
  const copy: unknown[] = [];
  for (let at = 0; at < values.length; at += 1) copy.push(plainCopy(values[at], depth + 1));
  return copy;
}

/**
 * Whether `value` is bytes: a `Uint8Array`, as the types require, or anything else that a client
 * may accept.
 */
export function isBytes(value: unknown): value is ArrayBufferView | ArrayBuffer {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
}
