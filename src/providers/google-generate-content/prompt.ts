import { mapSettings } from "../google/settings.ts";
import { isJsonObject, type JsonObject } from "../json/json-shape.ts";
import { type Field, fieldPrompt, mapFields, referenceField } from "../prompt/field-prompt.ts";
import { SILENCE } from "../prompt/silence.ts";
import { mapStops } from "../prompt/stops.ts";
import { binaryPartsOf, mapContents, mapInstruction } from "./content.ts";

/**
 * Where a request has its texts (Gemini API and Vertex AI references, `generateContent`). The
 * API reads both spellings of a name. What is cached, or was generated so far, lies with Google
 * and counts as a reference.
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

export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields,
  settings: new Set(["generationConfig", "generation_config"]),
  main: "contents",
  complete: completed,
});

/** What of the SDK's own parameters has words beside `contents`: the SDK sends it beside them. */
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
