import { mapSettings } from "../google/settings.ts";
import { mapContents } from "../google-generate-content/content.ts";
import { copyObject, isJsonObject, mapEach } from "../json/json-shape.ts";
import { type Field, fieldPrompt, mapFields } from "../prompt/field-prompt.ts";
import type { PromptVisitor } from "../prompt/prompt-text.ts";

/** The texts of an embedding request (Gemini API reference, `embedContent`). */
const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ["content", mapContents],
  ["contents", mapContents],
  ["title", mapContents],
  // On Vertex AI, the title is one of the settings.
  ["embedContentConfig", mapSettings],
  ["embed_content_config", mapSettings],
]);

const fields: ReadonlyMap<string, Field> = new Map<string, Field>([
  ...FIELDS,
  ["requests", mapRequests],
]);

/** Several requests in one. */
function mapRequests(value: unknown, visitor: PromptVisitor): unknown {
  return mapEach(value, (each) => mapRequest(each, visitor));
}

function mapRequest(request: unknown, visitor: PromptVisitor): unknown {
  if (!isJsonObject(request)) return mapContents(request, visitor);
  return mapFields(request, FIELDS, visitor);
}

export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields,
  settings: new Set(["embedContentConfig", "embed_content_config"]),
  main: "content",
  complete({ content: text, ...kept }, { requests }) {
    const content = { parts: [{ text }] };
    const first: unknown = Array.isArray(requests) ? requests[0] : undefined;
    if (!isJsonObject(first)) return { ...kept, content };
    const { model } = copyObject(first);
    return { ...kept, requests: [model === undefined ? { content } : { model, content }] };
  },
});
