import type { UninspectedKind } from "../../types.ts";
import { isJsonObject, isObject } from "../json/json-shape.ts";
import { mediaTypeOfUrl } from "../media/media-type-of-url.ts";
import { bareName } from "./bare-name.ts";
import type { PromptVisitor } from "./prompt-text.ts";

/**
 * Tools are the developer's words and no part of the conversation, but some bring along what the
 * model gets to see: a picture to paint over, files in the container of an interpreter or a shell,
 * skills in an archive, and stores and containers that lie with the provider (OpenAI reference,
 * "Create a model response", `tools`; Gemini API reference, `FileSearch`; Vertex AI reference,
 * `Retrieval`; Mistral reference, "Document library"). The AI SDK has the same under `args`.
 */
export function reportTools(tools: unknown, visitor: PromptVisitor): void {
  if (Array.isArray(tools)) for (const tool of tools) reportTool(tool, visitor);
  else reportTool(tools, visitor);
}

/** What holds more of a tool. A function's schema is none: it has names of the developer's own. */
const INSIDE: ReadonlySet<string> = new Set([
  ...["args", "container", "environment", "filesearch", "retrieval"],
  ...["vertexragstore", "ragstoreconfig", "ragresources"],
]);

/** What names things that lie with the provider, one by one or in lists. */
const BROUGHT: ReadonlyMap<string, UninspectedKind> = new Map<string, UninspectedKind>([
  ...named("reference", "vectorstoreids", "filesearchstorenames", "container", "containerid"),
  ...named("reference", "ragcorpora", "ragcorpus", "libraryids"),
  ...named("reference", "vertexaisearch", "vertexaisearchconfig", "externalapi"),
  ...named("file", "fileids", "skills"),
]);

function reportTool(tool: unknown, visitor: PromptVisitor): void {
  if (!isJsonObject(tool)) return;
  for (const key of Object.keys(tool)) {
    const name = bareName(key);
    const value = tool[key];
    const kind = BROUGHT.get(name);
    // A container is named, or it is described by what is in it.
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

function named(kind: UninspectedKind, ...names: readonly string[]): [string, UninspectedKind][] {
  return names.map((name) => [name, kind]);
}
