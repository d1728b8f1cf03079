import type { UninspectedKind } from "../../types.ts";
import { mapContents } from "../google-generate-content/content.ts";
import { isObject, type JsonObject, mapStrings } from "../json/json-shape.ts";
import { membersOf } from "../json/members-of.ts";
import { bareName } from "./bare-name.ts";
import { mapDataUrl } from "./data-url.ts";
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
 * Properties that the format of a request does not name: settings of dialects and gateways, most
 * of which are words and numbers, while some go into the prompt. So everything is text under the
 * names that providers have for what is said, and elsewhere prose is; words of a format stay.
 */
export function mapUnnamed(name: string, value: unknown, visitor: PromptVisitor): unknown {
  if (!(holdsWords(value) || mayTurnIntoWords(value))) return value;
  if (SETTINGS.has(bareName(name))) return value;
  return mapOption(name, value, { visitor, depth: 0 });
}

/**
 * The same for settings that all stand below one name, as the AI SDK's `providerOptions` do: by
 * provider, whose model reads them by their names, of whatever class they are.
 */
export function mapOptions(options: unknown, visitor: PromptVisitor): unknown {
  if (!isObject(options)) return options;
  return mapMembers(asPlain(options), (own) => {
    const place = { visitor, depth: 0 };
    if (!isObject(own) || Array.isArray(own) || ArrayBuffer.isView(own)) {
      return mapOption("", own, place);
    }
    const given = asPlain(own);
    // A date, a map, a signal: what says nothing goes on as what it is.
    return mapOption("", given === own || !isSilent("", given, 0) ? given : own, place);
  });
}

function asPlain(value: object): JsonObject {
  return isPlain(value) ? value : membersOf(value);
}

/** What could be said: strings, and what may hold some. */
function holdsWords(value: unknown): boolean {
  return typeof value === "string" ? value !== "" : isObject(value);
}

/** What JSON asks for a form of its own, and leaves out or refuses where there is none. */
function mayTurnIntoWords(value: unknown): value is bigint | object {
  return typeof value === "bigint" || typeof value === "function";
}

/** No prose, which has gaps between its words, or letters beyond ASCII, which some languages write without gaps. */
const WORD = /^[!-~]*$/;
/** Longer than any token or address; what has no gap for so long is a file of some kind. */
const MAX_WORD = 4_096;

/** Names of what may hold a file, and what one looks like: an address, or encoded, which is ASCII in any language. */
const MEDIUM = /(image|audio|video)|mask|bytes|file|data/i;
const FILE = /^(?:(?:https?|gs|s3):\S*|data:[!-~]*|[!-~]{128,})$/;

/** Deeper than any settings; below it every string is text. */
const MAX_DEPTH = 32;

interface OptionPlace {
  readonly visitor: PromptVisitor;
  readonly depth: number;
}

function mapOption(name: string, value: unknown, { visitor, depth }: OptionPlace): unknown {
  if (!holdsWords(value)) {
    return mayTurnIntoWords(value) ? mapForeign(name, value, { visitor, depth: depth + 1 }) : value;
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
  if (whose !== undefined) return mapTree(value, treePlace(whose, visitor));
  if (depth > MAX_DEPTH) return mapStrings(value, (text) => visitor.text(text, "system", "text"));
  const inside = { visitor, depth: depth + 1 };
  if (isObject(value) && !isAsItReads(value)) return mapForeign(name, value, inside);
  if (Array.isArray(value)) return value.map((each) => mapOption(name, each, inside));
  if (REFERENCES.has(key)) visitor.uninspected("reference");
  if (isPlain(value)) return mapMembers(value, (own, at) => mapOption(at, own, inside));
  return typeof value === "string" ? mapString(name, value, visitor) : value;
}

/** Of a class, or with a `toJSON`: where its JSON form says something, that takes its place. */
function mapForeign(
  name: string,
  value: bigint | object,
  { visitor, depth }: OptionPlace,
): unknown {
  if (ArrayBuffer.isView(value)) {
    visitor.uninspected(kindOf(name));
    return value;
  }
  const form = jsonFormOf(value);
  if (!isSilent(name, form, depth)) return mapOption(name, form, { visitor, depth });
  return mayTurnOut(value) ? form : value;
}

/** Whether its JSON form need not be the same the next time: an app's own `toJSON` may say anything. */
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

/** Undefined where there is none: what has no JSON form is sent by nobody. */
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
  if (!WORD.test(value.trim())) return mapTree(value, place);
  if (value.length > MAX_WORD) visitor.uninspected("file");
  return value;
}

function mapMembers(
  options: JsonObject,
  map: (member: unknown, name: string) => unknown,
): JsonObject {
  const entries = Object.entries(options).map(([name, own]) => [name, map(own, name)] as const);
  // Defined and not assigned, so that `__proto__` is a name like any other.
  return Object.fromEntries(entries);
}

/** Whether JSON makes of it what its members say. */
function isAsItReads(value: object): boolean {
  const isKnown = Array.isArray(value) || isPlain(value);
  return isKnown && typeof (value as { toJSON?: unknown }).toJSON !== "function";
}

/** What JSON makes an object of by its properties. */
function isPlain(value: unknown): value is JsonObject {
  if (!isObject(value) || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
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
