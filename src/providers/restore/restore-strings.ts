import { staysAsItCame } from "../sealed-value.ts";
import type { TextRestorer } from "./restorer.ts";

/** Keys whose strings are JSON in all wire formats: the arguments of tool calls. */
const JSON_KEYS: ReadonlySet<string> = new Set(["arguments", "partial_json"]);

/**
 * Keys of what stays as it came: a signed object without any other indication that it is signed
 * (Bedrock reference, `ReasoningContentBlock`), and lists of tokens, whose numbers and bytes are
 * those of the placeholders (OpenAI and Gemini API references).
 */
export const KEPT_KEYS: ReadonlySet<string> = new Set([
  ...["reasoningText", "logprobs", "logprobsResult"],
]);

/** Maximum nesting depth; answers have fewer than twenty levels. */
const MAX_DEPTH = 64;

/** The position of a value in an answer: its key and depth. */
interface Place {
  readonly key: string;
  readonly depth: number;
  /**
   * Restored objects by their original, which also handles cycles: custom answers may be cyclic,
   * and the number of paths through a cycle is unlimited.
   */
  readonly known: Map<object, unknown>;
}

/** The restored string under `key`. */
export function restoreUnder(key: string, text: string, restorer: TextRestorer): string {
  if (KEPT_KEYS.has(key)) return text;
  return restorer.whole(text, JSON_KEYS.has(key) ? "json" : "text");
}

/**
 * Restores every string in a value, including keys of objects, since models write those too.
 * Unchanged parts are shared with the original, and the value itself is returned if nothing
 * changes; changed objects keep their class and non-enumerable properties.
 */
export function restoreStrings(
  value: unknown,
  restorer: TextRestorer,
  place: Place = { key: "", depth: 0, known: new Map() },
): unknown {
  const { key, depth, known } = place;
  if (typeof value === "string") return restoreUnder(key, value, restorer);
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return value;
  if (KEPT_KEYS.has(key)) return value;
  if (known.has(value)) return known.get(value);
  known.set(value, value);
  const restored = Array.isArray(value)
    ? restoreArray(value, restorer, place)
    : restoreObject(value, restorer, place);
  if (restored !== value) known.set(value, restored);
  return restored;
}

function restoreArray(
  values: readonly unknown[],
  restorer: TextRestorer,
  { key, depth, known }: Place,
): unknown {
  const inside = { key, depth: depth + 1, known };
  let copy: unknown[] | undefined;
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at];
    // Arguments in a list are separate texts, while the JSON text of a call is a single string.
    const isText = typeof value === "string";
    const restored = isText
      ? restorer.whole(value, "text")
      : restoreStrings(value, restorer, inside);
    if (Object.is(restored, value)) continue;
    copy ??= values.slice();
    copy[at] = restored;
  }
  return copy ?? values;
}

function restoreObject(
  value: object,
  restorer: TextRestorer,
  { key: under, depth, known }: Place,
): unknown {
  if (ArrayBuffer.isView(value)) return value;
  const { type, signature, text } = value as Part;
  if (staysAsItCame(type, signature)) return value;
  // A part of an answer in the AI SDK's format: treated the same whether signed or not, so that
  // complete answers match streams.
  const isPart = depth <= PART_DEPTH && (under === "content" || under === "");
  if (isPart && type === "reasoning" && typeof text === "string") return value;
  let copy: Record<string, unknown> | undefined;
  let renamed = false;
  const entries = Object.entries(value);
  for (const [key, property] of entries) {
    const restored = restoreStrings(property, restorer, { key, depth: depth + 1, known });
    renamed ||= restorer.whole(key, "text") !== key;
    if (Object.is(restored, property)) continue;
    copy ??= copyOf(value);
    put(copy, key, restored);
  }
  return renamed ? rename(copy ?? copyOf(value), entries, restorer) : (copy ?? value);
}

/** The depth of an answer's parts; anything deeper is a tool's arguments. */
const PART_DEPTH = 2;

/** The properties that tell whether an object must stay unchanged. */
interface Part {
  readonly type?: unknown;
  readonly signature?: unknown;
  readonly text?: unknown;
}

/** Renames keys, keeping their order. */
function rename(
  copy: Record<string, unknown>,
  entries: readonly (readonly [string, unknown])[],
  restorer: TextRestorer,
): unknown {
  const values = entries.map(([key]) => [restorer.whole(key, "text"), copy[key]] as const);
  for (const [key] of entries) delete copy[key];
  for (const [key, value] of values) put(copy, key, value);
  return copy;
}

function copyOf(value: object): Record<string, unknown> {
  const own = Object.getOwnPropertyDescriptors(value);
  // The value may be frozen, its copy must not.
  for (const each of Object.values<PropertyDescriptor>(own)) each.configurable = true;
  return Object.create(Object.getPrototypeOf(value), own);
}

/** By definition instead of assignment, so that `__proto__` and getters are ordinary keys. */
function put(copy: object, key: string, value: unknown): void {
  Object.defineProperty(copy, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
