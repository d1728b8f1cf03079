import { PART_RULES } from "../openai/parts.ts";
import { type Field, fieldPrompt, textField } from "../prompt/field-prompt.ts";
import { mapTree } from "../prompt/text-tree.ts";

/** Texts, or objects with texts and pictures in them. */
const mapDocuments: Field = (value, visitor) =>
  mapTree(value, { visitor, role: "document", kind: "document", rules: PART_RULES });

/**
 * Where a request to rank documents has its texts (references of Cohere, Jina, Voyage, Together, and
 * IBM's and Hugging Face's, which have other names for them).
 */
export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields: new Map<string, Field>([
    ["query", textField("user")],
    ["documents", mapDocuments],
    ["inputs", mapDocuments],
    ["texts", mapDocuments],
  ]),
  main: "query",
});
