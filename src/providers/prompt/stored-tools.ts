import type { UninspectedKind } from "../../types.ts";
import { isJsonObject, isObject } from "../json/json-shape.ts";
import { mediaTypeOfUrl } from "../media/media-type-of-url.ts";
import { bareName } from "./bare-name.ts";
import type { PromptVisitor } from "./prompt-text.ts";
import { rows } from "./rows.ts";

/**
 * Tools are defined by the developer and are not part of the conversation, but some contain what
 * the model gets to see: an image to edit, files in the container of an interpreter or shell,
 * skills in an archive, and stores and containers at the provider (OpenAI reference, "Create a
 * model response", `tools`; Gemini API reference, `FileSearch`; Vertex AI reference, `Retrieval`;
 * Mistral reference, "Document library"). The AI SDK has the same in `args`.
 */
export function reportTools(tools: unknown, visitor: PromptVisitor): void {
  if (Array.isArray(tools)) for (const tool of tools) reportTool(tool, visitor);
  else reportTool(tools, visitor);
}

/**
 * Properties with further parts of a tool. Not a function's schema, whose names are the
 * developer's.
 */
const INSIDE: ReadonlySet<string> = new Set([
  ...["args", "container", "environment", "filesearch", "retrieval"],
  ...["vertexragstore", "ragstoreconfig", "ragresources"],
]);

/** Properties that refer to stored content, single or in lists. */
const BROUGHT: ReadonlyMap<string, UninspectedKind> = new Map<string, UninspectedKind>([
  ...rows("reference", "vectorstoreids", "filesearchstorenames", "container", "containerid"),
  ...rows("reference", "ragcorpora", "ragcorpus", "libraryids"),
  ...rows("reference", "vertexaisearch", "vertexaisearchconfig", "externalapi"),
  ...rows("file", "fileids", "skills"),
]);

function reportTool(tool: unknown, visitor: PromptVisitor): void {
  if (!isJsonObject(tool)) return;
  for (const key of Object.keys(tool)) {
    const name = bareName(key);
    const value = tool[key];
    const kind = BROUGHT.get(name);
    // A container is an id, or an object that describes its content.
    if (INSIDE.has(name) && isObject(value)) reportTools(value, visitor);
    else if (kind !== undefined) reportEach(value, kind, visitor);
    else if (name === "inputimagemask" && isJsonObject(value)) {
      visitor.uninspected("image", mediaTypeOfUrl(value.image_url ?? value.imageUrl));
    }
  }
}

function reportEach(value: unknown, kind: UninspectedKind, visitor: PromptVisitor): void {
  if (Array.isArray(value)) for (const _ of value) visitor.uninspected(kind);
  else if (typeof value === "string" || isObject(value)) visitor.uninspected(kind);
}
