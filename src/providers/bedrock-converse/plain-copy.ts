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
  // Spreading defines: `__proto__` is a name like any other, and stays one when it is assigned to.
  const copy: Record<string, unknown> = { ...value, ...computed(value) };
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

/** What the classes of `value` add to it, methods apart; undefined for a plain object. */
function computed(value: object): Record<string, unknown> | undefined {
  let prototype: object | null = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return undefined;
  const added: [string, unknown][] = [];
  while (prototype !== null && prototype !== Object.prototype) {
    for (const name of Object.getOwnPropertyNames(prototype)) {
      if (name === "constructor" || Object.hasOwn(value, name)) continue;
      const found: unknown = (value as Record<string, unknown>)[name];
      if (typeof found !== "function") added.push([name, found]);
    }
    prototype = Object.getPrototypeOf(prototype);
  }
  return Object.fromEntries(added);
}
