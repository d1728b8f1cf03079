import type { UninspectedKind } from "../../types.ts";
import { foldedKey } from "../json/folded-key.ts";
import {
  copyObject,
  isJsonObject,
  type JsonObject,
  mapStrings,
  overPlainJson,
} from "../json/json-shape.ts";
import {
  type CopiedPrompt,
  type OneWalk,
  type Prompt,
  UnreadableRequestError,
} from "../provider.ts";
import { fieldName, isForm, mapForm } from "./form.ts";
import { readProperty } from "./instructions.ts";
import { promptOf } from "./prompt-of.ts";
import { PromptReader, type PromptVisitor, PromptWriter } from "./prompt-text.ts";
import { RequestReader } from "./request-reader.ts";
import { SILENCE } from "./silence.ts";
import { mapUnder, type TreeRules } from "./text-tree.ts";
import { mapMisplaced, mapTexts } from "./texts.ts";
import { mapUnnamed } from "./unnamed.ts";

/** Reads the value of one property. Returns a copy with the visitor's texts. */
export type Field = (value: unknown, visitor: PromptVisitor) => unknown;

/** Defines where the requests of a route have their texts. */
export interface FieldPromptParts {
  /** Properties with content, by name. All others are settings: free text in them is text. */
  readonly fields: ReadonlyMap<string, Field>;
  /**
   * Those of them that are settings with texts: after a collapse they stay, without their texts.
   */
  readonly settings?: ReadonlySet<string>;
  /** The property that gets the text when a request is collapsed. */
  readonly main: string;
  /**
   * The kind of a form's files if their type does not say. Undefined if the route takes no forms.
   */
  readonly files?: UninspectedKind;
  /** Whether answers are streamed unless a request says no. Default: only on request. */
  readonly streamsUnasked?: boolean;
  /** Completes a collapsed request, for routes where the text alone is not enough. */
  readonly complete?: (collapsed: JsonObject, original: JsonObject) => JsonObject;
}

/** The request functions of a codec. */
export interface FieldPrompt {
  readonly readPrompt: (request: object) => Prompt;
  readonly writePrompt: (
    request: object,
    texts: readonly string[],
    names?: readonly string[],
  ) => object;
  readonly collapsePrompt: (request: object, text: string) => object;
}

/** The same, with a single pass for reading and the first copy. */
export interface CopyingFieldPrompt extends FieldPrompt {
  readonly oneWalk: OneWalk<object>;
}

/** Reads and writes requests with texts in known properties; they may be objects or forms. */
export function fieldPrompt(given: FieldPromptParts): CopyingFieldPrompt {
  const parts = { ...given, fields: new FieldTable(given.fields) };
  const readAndCopy = (request: object): CopiedPrompt<object> =>
    overPlainJson(request, (plain) => read(parts, plain));
  const readPrompt = (request: object): Prompt => readAndCopy(request).prompt;
  const writePrompt: FieldPrompt["writePrompt"] = (request, texts, names) =>
    overPlainJson(request, (plain) => {
      const writer = new PromptWriter(texts, names);
      const copy = walk(parts, plain, writer);
      writer.assertDone();
      return copy as object;
    });
  return {
    readPrompt,
    writePrompt,
    oneWalk: { readPrompt, writePrompt, readAndCopy },
    collapsePrompt: (request, text) =>
      isForm(request) ? collapseForm(parts, request, text) : collapseObject(parts, request, text),
  };
}

/** Fields by case-insensitive name. */
class FieldTable {
  readonly #exact: ReadonlyMap<string, Field>;
  readonly #folded: ReadonlyMap<string, Field>;

  constructor(fields: ReadonlyMap<string, Field>) {
    this.#exact = fields;
    this.#folded = new Map([...fields].map(([name, field]) => [foldedKey(name), field]));
  }

  get(name: string): Field | undefined {
    return this.#exact.get(name) ?? this.#folded.get(foldedKey(name));
  }
}

/** The same, with a lookup table for the fields. */
type Parts = Omit<FieldPromptParts, "fields"> & { readonly fields: FieldTable };

function read(parts: Parts, request: unknown): CopiedPrompt<object> {
  const reader = new RequestReader();
  const copy = walk(parts, request, reader);
  const isFormCopy = isForm(copy);
  const model = isFormCopy ? copy.get("model") : member(copy, "model");
  const asked = isFormCopy ? copy.get("stream") === "true" : member(copy, "stream");
  const stream = parts.streamsUnasked ? asked !== false : asked === true;
  return { prompt: promptOf(reader, model, stream), copy: copy as object };
}

function walk(parts: Parts, request: unknown, visitor: PromptVisitor): unknown {
  const { fields, files } = parts;
  if (!isForm(request)) return mapObject(request, fields, visitor);
  if (files === undefined) throw new UnreadableRequestError("a form in place of JSON");
  return mapForm(request, fields, { visitor, files });
}

/** A body that is not an object is text as a whole. */
function mapObject(request: unknown, fields: FieldTable, visitor: PromptVisitor): unknown {
  if (!isJsonObject(request)) return mapMisplaced(request, visitor);
  return mapFields(request, fields, visitor);
}

/**
 * A copy of an object, with the properties in `fields` read as defined there, and all others as
 * settings.
 */
export function mapFields(
  request: object,
  fields: { get(name: string): Field | undefined },
  visitor: PromptVisitor,
): JsonObject {
  const copy = copyObject(request);
  for (const key of Object.keys(copy)) {
    const field = fields.get(key);
    const value = copy[key];
    copy[key] =
      field === undefined
        ? mapUnnamed(key, value, visitor)
        : readProperty(key, visitor, () => field(value, visitor));
  }
  return copy;
}

function collapseObject(parts: Parts, request: object, text: string): object {
  return overPlainJson(request, (plain) => {
    const original = isJsonObject(plain) ? copyObject(plain) : {};
    const collapsed = { ...original };
    for (const name of Object.keys(original)) {
      const known = parts.fields.get(name);
      const field = known ?? unnamed(name);
      if (!holdsText(field, original[name])) continue;
      const isSetting = known === undefined || parts.settings?.has(name);
      if (isSetting) collapsed[name] = field(original[name], SILENCE);
      else delete collapsed[name];
    }
    collapsed[parts.main] = text;
    return parts.complete?.(collapsed, original) ?? collapsed;
  });
}

function collapseForm(parts: Parts, form: FormData, text: string): FormData {
  const collapsed = new FormData();
  for (const [name, value] of form) {
    const field = parts.fields.get(fieldName(name)) ?? unnamed(fieldName(name));
    if (typeof value !== "string") collapsed.append(name, value, value.name);
    else if (!holdsText(field, value)) collapsed.append(name, value);
  }
  collapsed.set(parts.main, text);
  return collapsed;
}

function unnamed(name: string): Field {
  return (value, visitor) => mapUnnamed(name, value, visitor);
}

function holdsText(field: Field, value: unknown): boolean {
  const reader = new PromptReader();
  field(value, reader);
  return reader.segments.length > 0;
}

function member(value: unknown, name: string): unknown {
  return isJsonObject(value) ? value[name] : undefined;
}

/** A field whose content never reaches a model. */
export const settingField: Field = (value) => value;

/** A field with names of people, which are masked and not shown to the guard. */
export const nameField: Field = (value, visitor) =>
  mapStrings(value, (name) => visitor.name?.(name) ?? name);

/** A field with text of one role: a string, or strings in any structure. */
export function textField(role: string): Field {
  return (value, visitor) => mapTexts(value, (text) => visitor.text(text, role, "text"));
}

/** A field with content that the guard cannot see. Texts that describe it are the user's. */
export function binaryField(kind: UninspectedKind): Field {
  return (value, visitor) => {
    const place = { visitor, role: "user", kind: "text", rules: NO_RULES } as const;
    return mapUnder(kind, value, { place, depth: 0 });
  };
}

/** A field that refers to something stored at the provider: an id, or an object with one. */
export const referenceField: Field = (value, visitor) => {
  if (value === "" || value === null || value === undefined) return value;
  visitor.uninspected("reference");
  const place = { visitor, role: "unknown", kind: "text", rules: NO_RULES } as const;
  return mapUnder("label", value, { place, depth: 0 });
};

const NO_RULES: TreeRules = new Map();
