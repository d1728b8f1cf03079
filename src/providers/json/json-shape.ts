import { UnreadableRequestError } from "../provider.ts";

/**
 * Requests as JSON would carry them. Provider clients send `JSON.stringify(request)`, so what the
 * guard is shown must be what that would give: each value is copied once and read from the copy,
 * and a request with objects that JSON turns into something else goes through JSON first.
 */

/** A plain object whose properties nobody knows yet. */
export type JsonObject = Record<string, unknown>;

/** Deepest nesting that is read; real requests have less than twenty levels. */
const MAX_DEPTH = 64;

/** Something whose JSON form is not what its properties say: `toJSON`, a boxed string, a class, a cycle. */
class NotPlainError extends Error {}

/**
 * Runs `walk` over `request`, and once more over its JSON form when it met something that is not
 * plain. A request that has no JSON form (cycles, `bigint`) throws what `JSON.stringify` throws.
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
    // Nested without end, or somebody gave every array a `toJSON`: what is sent cannot be foretold.
    throw error instanceof NotPlainError ? new UnreadableRequestError("its JSON form") : error;
  }
}

/** Anything with properties, an array included. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** An object that is no array. Of what class it is, nobody has asked yet. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `value` when it is a string, else nothing. */
export function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** An integer from 0 on. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** The own enumerable properties of `value`, each read once. Read the copy from here on, not `value`. */
export function copyObject(value: object): JsonObject {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw new NotPlainError();
  assertNoToJson(value);
  return { ...value };
}

/** A new array of what `map` makes of each element. */
export function mapArray(
  values: readonly unknown[],
  map: (value: unknown, index: number) => unknown,
): unknown[] {
  assertNoToJson(values);
  const mapped: unknown[] = [];
  for (let index = 0; index < values.length; index += 1) mapped.push(map(values[index], index));
  return mapped;
}

/**
 * A deep copy with `map` applied to every string in it, in order. For values that hold text in a
 * shape of their own.
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

/** Ends the walk at a depth that only cycles and attacks have; `JSON.stringify` tells them apart. */
export function assertDepth(depth: number): void {
  if (depth > MAX_DEPTH) throw new NotPlainError();
}

/** What is neither string nor object. Functions and big integers may have a `toJSON`. */
export function plainLeaf(value: unknown): unknown {
  if (typeof value === "function" || typeof value === "bigint") throw new NotPlainError();
  return value;
}

function assertNoToJson(value: object): void {
  if (typeof (value as { toJSON?: unknown }).toJSON === "function") throw new NotPlainError();
}
