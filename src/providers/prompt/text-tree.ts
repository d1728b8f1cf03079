import type { SegmentKind, UninspectedKind } from "../../types.ts";
import {
  assertDepth,
  copyObject,
  isObject,
  type JsonObject,
  mapArray,
  mapStrings,
  plainLeaf,
} from "../json/json-shape.ts";
import { mapJson } from "../json/json-text.ts";
import { mapTextFile, mapTextIn } from "../media/map-text-file.ts";
import { mediaTypeOfBinary } from "../media/media-type-of-binary.ts";
import { mediaTypeOfUrl } from "../media/media-type-of-url.ts";
import { sealedIn } from "../sealed-text.ts";
import type { PromptVisitor } from "./prompt-text.ts";
import { mapStops } from "./stops.ts";
import { isCounting, isForeignUnder, isTally } from "./text-names.ts";
import { mapLeaf } from "./texts.ts";
import { isWord } from "./word.ts";

/**
 * Reads requests as trees of text. The meaning of a property is looked up by name; an unknown
 * property is text, including all strings in it, so that new properties are shown to the guard
 * instead of bypassing it.
 */

/** The meaning of a property. */
export type TreeRule =
  /** A text, or objects and lists with texts in them. */
  | "text"
  /** The same, but numbers in it are not part of a text. */
  | "counts"
  /**
   * A name, an id or a word. A string stays unchanged; in objects, everything but single words is
   * text.
   */
  | "label"
  /** A file name: masked, but not shown to the guard. */
  | "name"
  /** A stop sequence: masked like a name. */
  | "stops"
  /** A word of the format, such as a type. Anything else in its place is text. */
  | "word"
  /**
   * Objects and lists written by the developer, such as tool definitions: not part of the
   * conversation.
   */
  | "opaque"
  /** A tool's arguments or result: shown as JSON, including names and numbers. */
  | "json"
  | UninspectedKind
  /** Texts with another role or kind, or with other rules. */
  | TreeTurn;

/** Rules by property name. */
export type TreeRules = ReadonlyMap<string, TreeRule>;

/** What changes below a property. Undefined values stay the same. */
export interface TreeTurn {
  readonly role?: string;
  readonly kind?: SegmentKind;
  readonly rules?: TreeRules;
}

/** The position of a walk in a request. */
export interface TreePlace extends Required<TreeTurn> {
  readonly visitor: PromptVisitor;
  /** Whether numbers here are not texts: in lists under a name that has no rule. */
  readonly counts?: boolean;
}

const NO_RULES: TreeRules = new Map();

/** The rule for a property; without one, it is text. */
export function ruleOf(rules: TreeRules | undefined, key: string, value: unknown): TreeRule {
  const rule = rules?.get(key);
  if (rule !== undefined) return rule;
  if (isForeignUnder(key, value, rules ?? NO_RULES)) return "json";
  if (isTally(key, value)) return "word";
  return isCounting(key, value) ? "counts" : "text";
}

/** A place inside an object, whose properties have names of their own. */
export function insideOf(place: TreePlace): TreePlace {
  return place.counts ? { ...place, counts: false } : place;
}

/** A copy of `value` with the visitor's texts. */
export function mapTree(value: unknown, place: TreePlace, depth = 0): unknown {
  if (typeof value === "string") return textOf(value, place);
  if (!isObject(value)) {
    return place.counts ? plainLeaf(value) : mapLeaf(value, (text) => textOf(text, place));
  }
  assertDepth(depth);
  if (Array.isArray(value)) return mapArray(value, (each) => mapTree(each, place, depth + 1));
  const copy = copyObject(value);
  const visitor = sealedIn(copy, place.visitor);
  const outer = insideOf(place);
  const inside = visitor === outer.visitor ? outer : { ...outer, visitor };
  for (const key of Object.keys(copy)) {
    copy[key] = mapUnder(ruleOf(place.rules, key, copy[key]), copy[key], { place: inside, depth });
  }
  return copy;
}

/** A place, and how deep it is in the request. */
interface TreeAt {
  readonly place: TreePlace;
  readonly depth: number;
}

/** The same for a value whose rule is known. */
export function mapUnder(rule: TreeRule, value: unknown, { place, depth }: TreeAt): unknown {
  if (typeof rule === "object") return mapTree(value, { ...place, ...rule }, depth + 1);
  switch (rule) {
    case "text":
      return mapTree(value, place, depth + 1);
    case "counts":
      if (!isObject(value)) return plainLeaf(value);
      return mapTree(value, { ...place, counts: true }, depth + 1);
    case "label":
      return typeof value === "string" ? value : mapWords(value, place);
    case "name":
      if (isObject(value)) return mapWords(value, place);
      return typeof value === "string"
        ? nameOf(value, place)
        : mapLeaf(value, (name) => nameOf(name, place));
    case "stops":
      return mapStops(value, place.visitor);
    case "word":
      return mapWords(value, place);
    case "opaque":
      return typeof value === "string" ? textOf(value, place) : mapStrings(value, (text) => text);
    case "json":
      return value === null || typeof value === "boolean" ? value : mapJson(value, place);
    default:
      return mapBinary(value, rule, { place, depth });
  }
}

function mapWords(value: unknown, place: TreePlace): unknown {
  return mapStrings(value, (text) => (isWord(text) ? text : textOf(text, place)));
}

function nameOf(name: string, { visitor }: TreePlace): string {
  return visitor.name?.(name) ?? name;
}

function textOf(text: string, { visitor, role, kind }: TreePlace): string {
  return visitor.text(text, role, kind);
}

/** The properties that describe a binary. Any other string in it is text. */
const BINARY_KEYS: ReadonlySet<string> = new Set([
  ...["url", "data", "file_data", "file_url", "image_url", "file_id", "id"],
  ...["detail", "format", "media_type", "mime_type", "type"],
]);

/** The name of a binary. */
const BINARY_NAMES: ReadonlySet<string> = new Set(["filename", "name"]);

function mapBinary(value: unknown, kind: UninspectedKind, at: TreeAt): unknown {
  const { place, depth } = at;
  if (typeof value === "string") return mapBinaryText(value, kind, place);
  if (!isObject(value)) return plainLeaf(value);
  assertDepth(depth);
  if (Array.isArray(value)) {
    return mapArray(value, (each) => mapBinary(each, kind, { place, depth: depth + 1 }));
  }
  const copy = copyObject(value);
  const isText = mapTextIn(copy, place);
  for (const key of Object.keys(copy)) copy[key] = mapBinaryProperty(key, copy[key], at);
  if (!isText) reportBinary(copy, kind, place);
  return copy;
}

/** A file by its address, as a data URL, or as Base64. */
function mapBinaryText(value: string, kind: UninspectedKind, place: TreePlace): string {
  if (value === "") return value;
  const written = mapTextFile(value, place);
  if (written === undefined) place.visitor.uninspected(kind, mediaTypeOfUrl(value));
  return written ?? value;
}

function mapBinaryProperty(key: string, value: unknown, at: TreeAt): unknown {
  if (typeof value === "string") {
    if (BINARY_KEYS.has(key)) return value;
    if (BINARY_NAMES.has(key)) return nameOf(value, at.place);
  }
  return mapUnder(ruleOf(undefined, key, value), value, at);
}

function reportBinary(binary: JsonObject, kind: UninspectedKind, { visitor }: TreePlace): void {
  const content = contentOf(binary);
  // Content stored at the provider, referred to by id.
  const isStored = typeof binary.file_id === "string" && content === undefined;
  const mediaType = mediaTypeOfBinary(binary, kind, content);
  visitor.uninspected(isStored ? "reference" : kind, mediaType);
}

function contentOf(binary: JsonObject): unknown {
  return binary.url ?? binary.image_url ?? binary.file_url ?? binary.file_data ?? binary.data;
}
