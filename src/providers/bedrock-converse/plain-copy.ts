import { membersOf } from "../json/members-of.ts";
import { UnreadableRequestError } from "../provider.ts";

/** Deepest nesting that is read; real requests have less than twenty levels. */
const MAX_DEPTH = 64;

/**
 * A copy of a request in plain objects and lists, each property read once. AWS's client reads
 * members by their names, those that a class computes included, and calls no `toJSON`; so does
 * this. Bytes stay where they are, since most of them are pictures.
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

/** Whether `value` holds bytes: a `Uint8Array`, as types demand, or what else a client may take. */
export function isBytes(value: unknown): value is ArrayBufferView | ArrayBuffer {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
}
