import { UnreadableRequestError } from "../provider.ts";

/**
 * Reads requests as JSON would represent them. Provider clients send `JSON.stringify(request)`, so
 * the guard must see that. Each value is copied once and read from the copy; a request with objects
 * that JSON converts is converted first.
 */

/** A plain object with unknown properties. */
export type JsonObject = Record<string, unknown>;

/** Maximum nesting depth; real requests have fewer than twenty levels. */
const MAX_DEPTH = 64;

/**
 * The value's JSON form differs from its properties: `toJSON`, a boxed string, a class, a cycle.
 */
class NotPlainError extends Error {}

/**
 * Runs `walk` over `request`, and again over its JSON form if it contains anything that is not
 * plain. Throws what `JSON.stringify` throws if there is no JSON form (cycles, `bigint`).
 */
export function overPlainJson<T>(request: unknown, walk: (request: unknown) => T): T {
  try {
    return walk(request);
  } catch (error) {
    if (!(error instanceof NotPlainError)) throw error;
  }
  const json: string | undefined = JSON.stringify(request);
  try {
    return walk(json === undefined ? undefined : JSON.parse(json));
  } catch (error) {
    // Nested infinitely, or every array has a `toJSON`: it is unknown what would be sent.
    throw error instanceof NotPlainError ? new UnreadableRequestError("its JSON form") : error;
  }
}

/** Anything with properties, including arrays. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** An object that is not an array, of any class. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `value` if it is a string, else an empty string. */
export function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** An integer of at least 0. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** An object that JSON serializes by its properties: not an array, and of no class. */
export function isPlainObject(value: unknown): value is JsonObject {
  if (!isObject(value) || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The own enumerable properties of `value`, each read once. Read only the copy from here on. */
export function copyObject(value: object): JsonObject {
  if (!isPlainObject(value)) throw new NotPlainError();
  assertNoToJson(value);
  return { ...value };
}

/** `target` with those properties of `source` that are neither undefined nor null. */
export function assignPresent(target: JsonObject, source: JsonObject): JsonObject {
  for (const key of Object.keys(source)) {
    if (source[key] !== null && source[key] !== undefined) target[key] = source[key];
  }
  return target;
}

/** A new array with the results of `map`. */
export function mapArray(
  values: readonly unknown[],
  map: (value: unknown, index: number) => unknown,
): unknown[] {
  assertNoToJson(values);
  const mapped: unknown[] = [];
  for (let index = 0; index < values.length; index += 1) mapped.push(map(values[index], index));
  return mapped;
}

/** The same for a list, or for a single value in its place. */
export function mapEach(value: unknown, map: (value: unknown, index: number) => unknown): unknown {
  return Array.isArray(value) ? mapArray(value, map) : map(value, 0);
}

/**
 * A deep copy with `map` applied to every string, in order. For values with texts in an unknown
 * structure.
 */
export function mapStrings(value: unknown, map: (text: string) => string, depth = 0): unknown {
  if (typeof value === "string") return map(value);
  if (!isObject(value)) return plainLeaf(value);
  assertDepth(depth);
  if (Array.isArray(value)) return mapArray(value, (each) => mapStrings(each, map, depth + 1));
  const copy = copyObject(value);
  for (const key of Object.keys(copy)) copy[key] = mapStrings(copy[key], map, depth + 1);
  return copy;
}

/**
 * Ends a walk at a depth that only cycles and attacks reach; `JSON.stringify` distinguishes them.
 */
export function assertDepth(depth: number): void {
  if (depth > MAX_DEPTH) throw new NotPlainError();
}

/**
 * A value that is neither a string nor an object. Functions and big integers may have a `toJSON`.
 */
export function plainLeaf(value: unknown): unknown {
  if (typeof value === "function" || typeof value === "bigint") throw new NotPlainError();
  return value;
}

function assertNoToJson(value: object): void {
  if (typeof (value as { toJSON?: unknown }).toJSON === "function") throw new NotPlainError();
}
