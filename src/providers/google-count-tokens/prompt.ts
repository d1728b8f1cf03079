import { mapSettings } from "../google/settings.ts";
import { mapContents, mapInstruction } from "../google-generate-content/content.ts";
import { mapInstances } from "../google-predict/instances.ts";
import { isJsonObject } from "../json/json-shape.ts";
import { type Field, fieldPrompt, mapFields } from "../prompt/field-prompt.ts";
import type { PromptVisitor } from "../prompt/prompt-text.ts";

const CONTENT_FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ["contents", mapContents],
  ["systemInstruction", mapInstruction],
  ["system_instruction", mapInstruction],
  ["generationConfig", mapSettings],
  ["generation_config", mapSettings],
]);

/** The texts of a count: as in a request for an answer, or in such a request as a whole. */
const fields: ReadonlyMap<string, Field> = new Map<string, Field>([
  ...CONTENT_FIELDS,
  ["generateContentRequest", mapRequest],
  ["generate_content_request", mapRequest],
  ["instances", mapInstances],
]);

function mapRequest(request: unknown, visitor: PromptVisitor): unknown {
  if (!isJsonObject(request)) return mapContents(request, visitor);
  return mapFields(request, CONTENT_FIELDS, visitor);
}

export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields,
  settings: new Set(["generationConfig", "generation_config"]),
  main: "contents",
  complete({ contents: text, ...kept }) {
    return { ...kept, contents: [{ role: "user", parts: [{ text }] }] };
  },
});
