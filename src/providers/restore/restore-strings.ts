import { staysAsItCame } from "../sealed-value.ts";
import type { TextRestorer } from "./restorer.ts";

/** Keys whose strings are JSON in every wire format that has them: what a tool is called with. */
const JSON_KEYS: ReadonlySet<string> = new Set(["arguments", "partial_json"]);

/**
 * The key of what a model signed and takes back only as it was, with nothing inside that says so
 * (Bedrock reference, `ReasoningContentBlock`).
 */
export const SIGNED_KEY = "reasoningText";

/** Deepest nesting that is looked into; answers have less than twenty levels. */
const MAX_DEPTH = 64;

/** Where a value stands in an answer: the key it is under, and how deep. */
interface Place {
  readonly key: string;
  readonly depth: number;
  /**
   * What objects of the answer become; themselves while that is being found out. An app's own answers
   * may lead in circles, and around each of them there are more ways than could ever be walked.
   */
  readonly known: Map<object, unknown>;
}

/** What the string under `key` becomes. */
export function restoreUnder(key: string, text: string, restorer: TextRestorer): string {
  if (key === SIGNED_KEY) return text;
  return restorer.whole(text, JSON_KEYS.has(key) ? "json" : "text");
}

/**
 * A value with every string in it restored, keys of objects included, since models write those
 * too. What does not change is shared with the original, the value itself when nothing does;
 * what changes stays of its class and keeps what enumeration does not show.
 */
export function restoreStrings(
  value: unknown,
  restorer: TextRestorer,
  place: Place = { key: "", depth: 0, known: new Map() },
): unknown {
  const { key, depth, known } = place;
  if (typeof value === "string") return restoreUnder(key, value, restorer);
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return value;
  if (key === SIGNED_KEY) return value;
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
    // Of a list of arguments each is a word by itself: the JSON text of a call is one string.
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
  // A part of an answer as the AI SDK has it: signed or not, so that an answer says the same as a stream.
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

/** Where the parts of an answer are: deeper, it is what a tool is to be called with. */
const PART_DEPTH = 2;

/** What tells whether an object goes back as it came. */
interface Part {
  readonly type?: unknown;
  readonly signature?: unknown;
  readonly text?: unknown;
}

/** Keys in their order, under their own names. */
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
  return Object.create(Object.getPrototypeOf(value), Object.getOwnPropertyDescriptors(value));
}

/** By definition and not by assignment: `__proto__` is a key like any other, and so is a getter's. */
function put(copy: object, key: string, value: unknown): void {
  Object.defineProperty(copy, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
