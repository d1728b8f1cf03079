import type { UninspectedKind } from "../../types.ts";
import { mapContents } from "../google-generate-content/content.ts";
import { isObject, isPlainObject, type JsonObject, mapStrings } from "../json/json-shape.ts";
import { membersOf } from "../json/members-of.ts";
import { bareName } from "./bare-name.ts";
import { mapDataUrl } from "./data-url.ts";
import { readInstructions } from "./instructions.ts";
import { PromptReader, type PromptVisitor } from "./prompt-text.ts";
import { mapStops, STOPS } from "./stops.ts";
import { reportTools } from "./stored-tools.ts";
import { mapTree, mapUnder, type TreePlace, type TreeRules } from "./text-tree.ts";
import {
  CREDENTIALS,
  DEFINITIONS,
  REFERENCES,
  SAID,
  SETTINGS,
  type Whose,
} from "./unnamed-names.ts";

/**
 * Reads properties that a format does not define: settings of dialects and gateways, mostly words
 * and numbers, but some are part of the prompt. So under the usual names of prompt texts everything
 * is text; elsewhere free text is, and words of a format stay.
 */
export function mapUnnamed(name: string, value: unknown, visitor: PromptVisitor): unknown {
  if (!(holdsWords(value) || mayTurnIntoWords(value))) return mapNumber(name, value, visitor);
  if (SETTINGS.has(bareName(name))) return value;
  return mapOption(name, value, { visitor, depth: 0 });
}

/**
 * The same for settings that are nested below one name, by provider, like the AI SDK's
 * `providerOptions`, whose models read them by name whatever their class is.
 */
export function mapOptions(options: unknown, visitor: PromptVisitor): unknown {
  if (!isObject(options)) return options;
  return mapMembers(isPlainObject(options) ? options : membersOf(options), (own) => {
    const place = { visitor, depth: 0 };
    if (!isObject(own) || isPlainObject(own) || Array.isArray(own) || ArrayBuffer.isView(own)) {
      return mapOption("", own, place);
    }
    const copy = membersOf(own);
    return mapOption("", isCopied("", { value: own, copy }, 0) ? copy : own, place);
  });
}

/** Values that may contain text: strings and containers. */
function holdsWords(value: unknown): boolean {
  return typeof value === "string" ? value !== "" : isObject(value);
}

/** A number in the place of a text of the prompt. Under any other name it is a setting. */
function mapNumber(name: string, value: unknown, visitor: PromptVisitor): unknown {
  const whose = typeof value === "number" ? SAID.get(bareName(name)) : undefined;
  return whose === undefined ? value : mapTree(value, treePlace(whose, visitor));
}

/** Prices by what they are for: OpenRouter's `max_price` has one for `prompt`. */
const PRICES = /pric(?:e|es|ing)$|costs?$/;

/** Values with a JSON form of their own, or without any. */
function mayTurnIntoWords(value: unknown): value is bigint | object {
  return typeof value === "bigint" || typeof value === "function";
}

/**
 * A single word: free text has whitespace, or characters beyond ASCII, since some languages use no
 * spaces.
 */
const WORD = /^[!-~]*$/;
/** Longer than any token or URL; a longer string without whitespace is an encoded file. */
const MAX_WORD = 4_096;

/** Names of possible files, and their usual content: a URL, or encoded, which is ASCII in any language. */
const MEDIUM = /(image|audio|video)|mask|bytes|file|data/i;
const FILE = /^(?:(?:https?|gs|s3):\S*|data:[!-~]*|[!-~]{128,})$/;

/** Deeper than any settings; below it, every string is text. */
const MAX_DEPTH = 32;

interface OptionPlace {
  readonly visitor: PromptVisitor;
  readonly depth: number;
}

function mapOption(name: string, value: unknown, place: OptionPlace): unknown {
  const { visitor, depth } = place;
  const inside = { visitor, depth: depth + 1 };
  if (!holdsWords(value)) {
    if (mayTurnIntoWords(value)) return mapForeign(name, value, inside);
    return mapNumber(name, value, visitor);
  }
  const key = bareName(name);
  if (DEFINITIONS.has(key)) {
    if (key === "tools") reportTools(value, visitor);
    return value;
  }
  if (STOPS.has(key)) return mapStops(value, visitor);
  if (CREDENTIALS.test(key)) return value;
  if (key === "content" || key === "contents") return mapContents(value, visitor);
  const whose = SAID.get(key);
  if (whose !== undefined) {
    const read = (): unknown => mapTree(value, treePlace(whose, visitor));
    return whose === "system" ? readInstructions(visitor, read) : read();
  }
  if (depth > MAX_DEPTH) return mapStrings(value, (text) => visitor.text(text, "system", "text"));
  if (isObject(value) && !isAsItReads(value)) return mapForeign(name, value, inside);
  if (Array.isArray(value)) return value.map((each) => mapOption(name, each, inside));
  if (REFERENCES.has(key)) visitor.uninspected("reference");
  if (isPlainObject(value)) {
    const arePrices = PRICES.test(key);
    return mapMembers(value, (own, at) => {
      return arePrices && typeof own === "number" ? own : mapOption(at, own, inside);
    });
  }
  return typeof value === "string" ? mapString(name, value, visitor) : value;
}

/**
 * An object of a class or with `toJSON`: replaced by its JSON form, which the app can no longer
 * change.
 */
function mapForeign(name: string, value: bigint | object, place: OptionPlace): unknown {
  if (ArrayBuffer.isView(value)) {
    place.visitor.uninspected(kindOf(name));
    return value;
  }
  const copy = jsonFormOf(value);
  // The client rejects what has no JSON form.
  const hasForm = copy !== undefined && isCopied(name, { value, copy }, place.depth);
  return hasForm || mayTurnOut(value) ? mapOption(name, copy, place) : value;
}

/**
 * Whether the copy of an object of a class replaces it: if text is in it, or may be written into it.
 * Dates, maps and signals are passed on unchanged.
 */
function isCopied(
  name: string,
  { value, copy }: { readonly value: bigint | object; readonly copy: unknown },
  depth: number,
): boolean {
  return Object.keys(value).length > 0 || !isSilent(name, copy, depth);
}

/** Whether its JSON form may differ the next time: an app's own `toJSON` may return anything. */
function mayTurnOut(value: bigint | object): boolean {
  const { toJSON } = value as { readonly toJSON?: unknown };
  if (typeof value === "bigint" || typeof toJSON !== "function") return false;
  return toJSON !== Date.prototype.toJSON && toJSON !== URL.prototype.toJSON;
}

function isSilent(name: string, form: unknown, depth: number): boolean {
  const reader = new PromptReader();
  mapOption(name, form, { visitor: reader, depth });
  return reader.segments.length === 0 && reader.uninspectedParts.length === 0;
}

/** Undefined if there is none: a value without a JSON form is never sent. */
function jsonFormOf(value: bigint | object): unknown {
  try {
    return JSON.parse(JSON.stringify(value));
  } catch {
    return undefined;
  }
}

function mapString(name: string, value: string, visitor: PromptVisitor): unknown {
  const place = treePlace("system", visitor);
  const file = mapDataUrl(value, place);
  if (file !== undefined) return file;
  if (MEDIUM.test(name) && FILE.test(value)) {
    return mapUnder(kindOf(name), value, { place, depth: 0 });
  }
  if (!WORD.test(value.trim())) return readInstructions(visitor, () => mapTree(value, place));
  if (value.length > MAX_WORD) visitor.uninspected("file");
  return value;
}

function mapMembers(
  options: JsonObject,
  map: (member: unknown, name: string) => unknown,
): JsonObject {
  const entries = Object.entries(options).map(([name, own]) => [name, map(own, name)] as const);
  // Defines properties instead of assigning them, so that `__proto__` is an ordinary name.
  return Object.fromEntries(entries);
}

/** Whether its JSON form is given by its properties. */
function isAsItReads(value: object): boolean {
  const isKnown = Array.isArray(value) || isPlainObject(value);
  return isKnown && typeof (value as { toJSON?: unknown }).toJSON !== "function";
}

function kindOf(name: string): UninspectedKind {
  return (MEDIUM.exec(name)?.[1]?.toLowerCase() as UninspectedKind | undefined) ?? "file";
}

const RULES: TreeRules = new Map([
  ["type", "label"],
  ["id", "label"],
  ["role", "word"],
]);

function treePlace(whose: Whose, visitor: PromptVisitor): TreePlace {
  const kind = whose === "prediction" ? whose : "text";
  return { visitor, role: whose, kind, rules: RULES };
}
