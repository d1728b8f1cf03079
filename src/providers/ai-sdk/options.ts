import type { UninspectedKind } from "../../types.ts";
import { mapContents } from "../google-generate-content/content.ts";
import { isObject, type JsonObject } from "../json/json-shape.ts";
import type { Field } from "../prompt/field-prompt.ts";
import type { PromptVisitor } from "../prompt/prompt-text.ts";
import { mapTree, mapUnder, type TreePlace, type TreeRules } from "../prompt/text-tree.ts";

/**
 * `providerOptions` of the AI SDK, by provider and name. Most are settings; some are put into the
 * prompt, and several providers hand on whatever they do not know. So everything is text under the
 * names that providers have for what is said, and elsewhere prose is; words of a format stay.
 */
export const mapProviderOptions: Field = (options, visitor) => {
  if (!isPlain(options)) return options;
  return mapMembers(options, (own) => mapOption("", own, { visitor, depth: 0 }));
};

type Whose = "system" | "user" | "prediction";

/** What is said, by names without case and underscores, and whose words these are. */
const SAID: ReadonlyMap<string, Whose> = new Map([
  ...said("system", "instruction", "instructions", "system", "systemprompt", "systeminstruction"),
  ...said("system", "preamble"),
  ...said("user", "prompt", "prompts", "negativeprompt", "negativetext", "maskprompt"),
  ...said("user", "message", "messages", "chathistory", "input", "inputs", "inputtext"),
  ...said("user", "query", "documents", "title", "suffix", "prefill"),
  ...said("user", "sourcetext", "customvocabulary"),
  ...said("prediction", "prediction"),
]);

/** Contents in parts, as Google has them, or a text. */
const CONTENTS: ReadonlySet<string> = new Set(["content", "contents"]);

/** What says where something lies with the provider. */
const REFERENCES: ReadonlySet<string> = new Set([
  ...["previousresponseid", "conversation", "previousinteractionid"],
  ...["cachedcontent", "continuationtoken", "container", "environment"],
]);

/** What the developer says about tools and formats, and labels of what is stored. */
const DEFINITIONS: ReadonlySet<string> = new Set([
  ...["tools", "toolchoice", "toolconfig", "allowedtools", "mcpservers", "functions"],
  ...["responseformat", "outputconfig", "outputformat", "schema", "responseschema", "jsonschema"],
  ...["stop", "stopsequences", "metadata", "labels", "user", "headers"],
]);

/** A word of a format: an id, an address, a token, a date. No prose, which has spaces. */
const WORD = /^[\w.:/@~+=,;%?&#-]{0,4096}$/;

/** Names of what may hold a file, and what one looks like: an address, or encoded. */
const MEDIUM = /(image|audio|video)|mask|bytes|file|data/i;
const FILE = /^(?:(?:data|https?|gs|s3):\S*|\S{128,})$/;

/** Deeper than any options; what has no end has no JSON form and is sent by nobody. */
const MAX_DEPTH = 32;

interface OptionPlace {
  readonly visitor: PromptVisitor;
  readonly depth: number;
}

function mapOption(name: string, value: unknown, { visitor, depth }: OptionPlace): unknown {
  if (value === undefined || value === null || value === "" || depth > MAX_DEPTH) return value;
  const key = name.replaceAll("_", "").toLowerCase();
  if (DEFINITIONS.has(key)) return value;
  if (CONTENTS.has(key)) return mapContents(value, visitor);
  const whose = SAID.get(key);
  if (whose !== undefined) return mapTree(value, treePlace(whose, visitor));
  if (REFERENCES.has(key)) visitor.uninspected("reference");
  const inside = { visitor, depth: depth + 1 };
  if (Array.isArray(value)) return value.map((each) => mapOption(name, each, inside));
  if (isPlain(value)) return mapMembers(value, (own, at) => mapOption(at, own, inside));
  if (ArrayBuffer.isView(value)) visitor.uninspected(kindOf(name));
  return typeof value === "string" ? mapString(name, value, visitor) : value;
}

function mapString(name: string, value: string, visitor: PromptVisitor): unknown {
  const place = treePlace("system", visitor);
  if (MEDIUM.test(name) && FILE.test(value)) {
    return mapUnder(kindOf(name), value, { place, depth: 0 });
  }
  return WORD.test(value) ? value : mapTree(value, place);
}

function mapMembers(
  options: JsonObject,
  map: (member: unknown, name: string) => unknown,
): JsonObject {
  const entries = Object.entries(options).map(([name, own]) => [name, map(own, name)] as const);
  // Defined and not assigned, so that `__proto__` is a name like any other.
  return Object.fromEntries(entries);
}

/** What JSON makes an object of by its properties. Anything else is no setting with words in it. */
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

function said(whose: Whose, ...names: readonly string[]): [string, Whose][] {
  return names.map((name) => [name, whose]);
}
