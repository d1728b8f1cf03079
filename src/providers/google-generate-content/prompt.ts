import { type Field, fieldPrompt, referenceField } from "../field-prompt.ts";
import { binaryPartsOf, mapContents, mapInstruction } from "./content.ts";

/**
 * Where a request has its texts (Gemini API and Vertex AI references, `generateContent`). The
 * API reads both spellings of a name. What is cached lies with Google and counts as a reference.
 */
const fields: ReadonlyMap<string, Field> = new Map<string, Field>([
  ["contents", mapContents],
  ["systemInstruction", mapInstruction],
  ["system_instruction", mapInstruction],
  ["cachedContent", referenceField],
  ["cached_content", referenceField],
]);

export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields,
  main: "contents",
  complete(collapsed, original) {
    const { contents: text, ...kept } = collapsed;
    const parts = [{ text }, ...binaryPartsOf(original.contents)];
    return { ...kept, contents: [{ role: "user", parts }] };
  },
});
