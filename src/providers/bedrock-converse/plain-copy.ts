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
  if (Array.isArray(value)) return Array.from(value, (each) => plainCopy(each, depth + 1));
  const entries: [string, unknown][] = [];
  for (const key of namesOf(value)) {
    entries.push([key, plainCopy((value as Record<string, unknown>)[key], depth + 1)]);
  }
  // Defines, where an assignment would take `__proto__` for more than a name.
  return Object.fromEntries(entries);
}

/** Whether `value` holds bytes: a `Uint8Array`, as types demand, or what else a client may take. */
export function isBytes(value: unknown): value is ArrayBufferView | ArrayBuffer {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
}

/** What `value` has and what its classes compute, methods apart. */
function namesOf(value: object): Set<string> {
  const names = new Set(Object.keys(value));
  let prototype: object | null = Object.getPrototypeOf(value);
  while (prototype !== null && prototype !== Object.prototype) {
    for (const [name, { get, value: method }] of Object.entries(
      Object.getOwnPropertyDescriptors(prototype),
    )) {
      if (get !== undefined || typeof method !== "function") names.add(name);
    }
    prototype = Object.getPrototypeOf(prototype);
  }
  return names;
}
