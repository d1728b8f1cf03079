import { PART_RULES } from "../openai/parts.ts";
import { type Field, fieldPrompt, textField } from "../prompt/field-prompt.ts";
import { mapTree } from "../prompt/text-tree.ts";

/** Texts, or objects with texts and images. */
const mapDocuments: Field = (value, visitor) =>
  mapTree(value, { visitor, role: "document", kind: "document", rules: PART_RULES });

/**
 * The texts of a ranking request (references of Cohere, Jina, Voyage, Together, and those of IBM,
 * Hugging Face, Mixedbread and NVIDIA with other names).
 */
export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields: new Map<string, Field>([
    ["query", textField("user")],
    ["documents", mapDocuments],
    ["inputs", mapDocuments],
    ["input", mapDocuments],
    ["passages", mapDocuments],
    ["texts", mapDocuments],
  ]),
  main: "query",
});
