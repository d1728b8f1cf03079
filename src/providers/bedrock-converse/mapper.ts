import type { SegmentKind } from "../../types.ts";
import type { PromptVisitor } from "../prompt/prompt-text.ts";
import { mapStops } from "../prompt/stops.ts";
import { isCounting } from "../prompt/text-names.ts";
import { mapLeaf, unlessRewritten } from "../prompt/texts.ts";
import { isWord } from "../prompt/word.ts";
import { isBytes } from "./plain-copy.ts";

/**
 * How bytes appear in a request: as bytes, or as base64 (RFC 4648) in JSON. A string in place of
 * bytes is text for the AWS client, which encodes it.
 */
export type ByteForm = "bytes" | "base64";

/** The position of a walk in a request, with the role and kind of its texts. */
export interface Place {
  readonly visitor: PromptVisitor;
  readonly role: string;
  readonly kind: SegmentKind;
  readonly bytes: ByteForm;
}

/** Copies a value with the visitor's texts. The values are plain copies already. */
export type Mapper = (value: unknown, place: Place) => unknown;

/**
 * A text, or anything with texts in it: all strings are shown, and numbers in the place of one.
 * Bytes are reported.
 */
export const text: Mapper = (value, place) => {
  const { visitor, role, kind } = place;
  const map = (each: string): string => visitor.text(each, role, kind);
  if (typeof value === "string") return map(value);
  const sent = wordsOf(value);
  if (sent !== undefined) return unlessRewritten(value, sent, map);
  return typeof value === "object" && value !== null
    ? mapInside(value, place, text)
    : mapLeaf(value, map);
};

/** What the AWS client makes of big integers and dates. */
function wordsOf(value: unknown): string | undefined {
  if (typeof value === "bigint") return String(value);
  return value instanceof Date ? (value.toJSON() ?? undefined) : undefined;
}

/** The same for a member without a meaning of its own: numbers in it may be counts. */
export function member(key: string): Mapper {
  return (value, place) => {
    return isCounting(key, value) ? mapCounts(value, place) : text(value, place);
  };
}

function mapCounts(value: unknown, place: Place): unknown {
  if (Array.isArray(value)) return value.map((each) => mapCounts(each, place));
  return typeof value === "string" || typeof value === "object" ? text(value, place) : value;
}

/** A name or an id. In objects, everything but single words is text. */
export const label: Mapper = (value, place) => {
  return typeof value === "string" ? value : words(value, place);
};

/** A word of the format, such as a type; free text in its place is text. */
export const words: Mapper = (value, place) => {
  return isWord(value)
    ? value
    : typeof value === "string"
      ? text(value, place)
      : mapInside(value, place, words);
};

/** Definitions of tools and formats by the developer: not part of the conversation. */
export const opaque: Mapper = (value) => value;

/** Stop sequences. */
export const stops: Mapper = (value, { visitor }) => mapStops(value, visitor);

/** An object, or several, with known members. Unknown members are text. */
export function struct(
  members: Readonly<Record<string, Mapper>>,
  turn?: (members: Readonly<Record<string, unknown>>, place: Place) => Place,
): Mapper {
  const mappers = new Map(Object.entries(members));
  const map: Mapper = (value, outer) => {
    if (Array.isArray(value)) return value.map((each) => map(each, outer));
    if (!isStruct(value)) return text(value, outer);
    const place = turn === undefined ? outer : turn(value, outer);
    return mapMembers(value, (own, key) => (mappers.get(key) ?? member(key))(own, place));
  };
  return map;
}

/** Whether `value` is an object with members. */
export function isStruct(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    !(Array.isArray(value) || isBytes(value) || value instanceof Date)
  );
}

function mapInside(value: unknown, place: Place, map: Mapper): unknown {
  if (isBytes(value)) {
    place.visitor.uninspected("file");
    return value;
  }
  if (Array.isArray(value)) return value.map((each) => map(each, place));
  if (!isStruct(value)) return value;
  return mapMembers(value, (own, key) => (map === text ? member(key) : map)(own, place));
}

/** A copy of an object with `map` applied to each member. */
export function mapMembers(
  value: Readonly<Record<string, unknown>>,
  map: (member: unknown, key: string) => unknown,
): Record<string, unknown> {
  const copy = { ...value };
  for (const key of Object.keys(copy)) copy[key] = map(copy[key], key);
  return copy;
}
