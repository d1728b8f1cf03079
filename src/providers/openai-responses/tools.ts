import type { UninspectedKind } from "../../types.ts";
import { isJsonObject } from "../json/json-shape.ts";
import { mediaTypeOfUrl } from "../media/media-type-of-url.ts";
import type { PromptVisitor } from "../prompt/prompt-text.ts";

/**
 * Tools are the developer's words and no part of the conversation, but some bring along what the
 * model gets to see (OpenAI reference, "Create a model response", `tools`): a picture to paint
 * over, files in the container of an interpreter or a shell, skills in an archive, and stores and
 * containers that lie with the provider.
 */
export function mapTools(tools: unknown, visitor: PromptVisitor): unknown {
  if (Array.isArray(tools)) for (const tool of tools) reportAttachments(tool, visitor);
  return tools;
}

function reportAttachments(tool: unknown, visitor: PromptVisitor): void {
  if (!isJsonObject(tool)) return;
  const { input_image_mask: mask } = tool;
  if (isJsonObject(mask)) visitor.uninspected("image", mediaTypeOfUrl(mask.image_url));
  reportEach(tool.vector_store_ids, "reference", visitor);
  if (typeof tool.container === "string") visitor.uninspected("reference");
  // A computer's environment is a word that says its system, and no container.
  for (const place of [tool.container, tool.environment]) {
    if (!isJsonObject(place)) continue;
    if (typeof place.container_id === "string") visitor.uninspected("reference");
    reportEach(place.file_ids, "file", visitor);
    reportEach(place.skills, "file", visitor);
  }
}

function reportEach(things: unknown, kind: UninspectedKind, visitor: PromptVisitor): void {
  if (Array.isArray(things)) for (const _ of things) visitor.uninspected(kind);
}
