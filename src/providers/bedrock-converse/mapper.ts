import type { SegmentKind } from "../../types.ts";
import type { PromptVisitor } from "../prompt/prompt-text.ts";
import { mapStops } from "../prompt/stops.ts";
import { isWord } from "../prompt/word.ts";
import { isBytes } from "./plain-copy.ts";

/**
 * How bytes stand in a request: as they are, or in base64 (RFC 4648), as JSON carries them. A
 * string in the place of bytes is text to AWS's client, which encodes it.
 */
export type ByteForm = "bytes" | "base64";

/** Where in a request a walk is, and whose the words are. */
export interface Place {
  readonly visitor: PromptVisitor;
  readonly role: string;
  readonly kind: SegmentKind;
  readonly bytes: ByteForm;
}

/** A copy of a value with the visitor's texts in it. Values are plain copies already. */
export type Mapper = (value: unknown, place: Place) => unknown;

/** A text, or anything with texts in it: every string is shown. Bytes are told of. */
export const text: Mapper = (value, place) => {
  if (typeof value === "string") return place.visitor.text(value, place.role, place.kind);
  return mapInside(value, place, text);
};

/** A name or an id. In objects only words stay, the rest is text. */
export const label: Mapper = (value, place) => {
  return typeof value === "string" ? value : words(value, place);
};

/** Words of the format, such as a type; prose in their place is text. */
export const words: Mapper = (value, place) => {
  return isWord(value)
    ? value
    : typeof value === "string"
      ? text(value, place)
      : mapInside(value, place, words);
};

/** What the developer wrote about tools and formats: no part of the conversation. */
export const opaque: Mapper = (value) => value;

/** Where an answer ends. */
export const stops: Mapper = (value, { visitor }) => mapStops(value, visitor);

/** An object, or several, whose members are known by name. What is not named is text. */
export function struct(
  members: Readonly<Record<string, Mapper>>,
  turn?: (members: Readonly<Record<string, unknown>>, place: Place) => Place,
): Mapper {
  const mappers = new Map(Object.entries(members));
  const map: Mapper = (value, outer) => {
    if (Array.isArray(value)) return value.map((each) => map(each, outer));
    if (!isStruct(value)) return text(value, outer);
    const place = turn === undefined ? outer : turn(value, outer);
    return mapMembers(value, (member, key) => (mappers.get(key) ?? text)(member, place));
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
  return isStruct(value) ? mapMembers(value, (member) => map(member, place)) : value;
}

function mapMembers(
  value: Record<string, unknown>,
  map: (member: unknown, key: string) => unknown,
): Record<string, unknown> {
  const copy = { ...value };
  for (const key of Object.keys(copy)) copy[key] = map(copy[key], key);
  return copy;
}
