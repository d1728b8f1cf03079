import { mapSettings } from "../google/settings.ts";
import { isJsonObject, type JsonObject, overPlainJson } from "../json/json-shape.ts";
import { type Field, fieldPrompt, mapFields, referenceField } from "../prompt/field-prompt.ts";
import { SILENCE } from "../prompt/silence.ts";
import { mapStops } from "../prompt/stops.ts";
import { binaryPartsOf, mapContents, mapInstruction } from "./content.ts";

/**
 * The texts of a request (Gemini API and Vertex AI references, `generateContent`), in both
 * spellings that the API accepts. Cached content, and an earlier response, are stored at Google and
 * count as references.
 */
const fields: ReadonlyMap<string, Field> = new Map<string, Field>([
  ["contents", mapContents],
  ["systemInstruction", mapInstruction],
  ["system_instruction", mapInstruction],
  ["cachedContent", referenceField],
  ["cached_content", referenceField],
  ["continuationToken", referenceField],
  ["continuation_token", referenceField],
  ["generationConfig", mapSettings],
  ["generation_config", mapSettings],
]);

const bare = fieldPrompt({
  fields,
  settings: new Set(["generationConfig", "generation_config"]),
  main: "contents",
  complete: completed,
});

export const { readPrompt, writePrompt } = bare;

/** A copy whose only text is `text`. Gemini Code Assist reads the prompt in `request`. */
export function collapsePrompt(request: object, text: string): object {
  return overPlainJson(request, (plain) => {
    const { request: inner, ...around } = (isJsonObject(plain) ? plain : {}) as JsonObject;
    if (around.contents !== undefined || !isJsonObject(inner)) {
      return bare.collapsePrompt(plain as object, text);
    }
    const { contents: _, ...kept } = bare.collapsePrompt(around, "") as JsonObject;
    return { ...kept, request: bare.collapsePrompt(inner, text) };
  });
}

/**
 * The SDK's own parameters with texts next to `contents`, which the SDK sends as separate fields.
 */
const CONFIG_FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ["systemInstruction", mapInstruction],
  ["cachedContent", referenceField],
  ["continuationToken", referenceField],
  ["audioTranscriptionConfig", mapSettings],
  ["speechConfig", mapSettings],
  ["stopSequences", mapStops],
]);

const mapConfig: Field = (config, visitor) => {
  if (!isJsonObject(config)) return config;
  return mapFields(config, CONFIG_FIELDS, visitor);
};

/** The same functions for the parameters of the SDK (`GenerateContentParameters`). */
export const sdkPrompt = fieldPrompt({
  fields: new Map<string, Field>([
    ["contents", mapContents],
    ["config", mapConfig],
  ]),
  main: "contents",
  complete(collapsed, original) {
    const { config } = original;
    if (!isJsonObject(config)) return completed(collapsed, original);
    const { systemInstruction: _, ...settings } = config;
    return completed({ ...collapsed, config: mapConfig(settings, SILENCE) }, original);
  },
});

function completed(collapsed: JsonObject, original: JsonObject): JsonObject {
  const { contents: text, ...kept } = collapsed;
  const parts = [{ text }, ...binaryPartsOf(original.contents)];
  return { ...kept, contents: [{ role: "user", parts }] };
}
