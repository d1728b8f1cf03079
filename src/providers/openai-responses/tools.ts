import { isJsonObject } from "../json/json-shape.ts";
import { mediaTypeOfUrl } from "../media/media-type-of-url.ts";
import type { PromptVisitor } from "../prompt/prompt-text.ts";

/**
 * Tools are the developer's words and no part of the conversation, but some bring along what the
 * model gets to see (OpenAI reference, "Create a model response", `tools`): a picture to paint
 * over, files in the container of an interpreter or a shell, skills in an archive.
 */
export function mapTools(tools: unknown, visitor: PromptVisitor): unknown {
  if (Array.isArray(tools)) for (const tool of tools) reportAttachments(tool, visitor);
  return tools;
}

function reportAttachments(tool: unknown, visitor: PromptVisitor): void {
  if (!isJsonObject(tool)) return;
  const { input_image_mask: mask } = tool;
  if (isJsonObject(mask)) visitor.uninspected("image", mediaTypeOfUrl(mask.image_url));
  for (const place of [tool.container, tool.environment]) {
    if (!isJsonObject(place)) continue;
    reportEach(place.file_ids, visitor);
    reportEach(place.skills, visitor);
  }
}

function reportEach(files: unknown, visitor: PromptVisitor): void {
  if (Array.isArray(files)) for (const _ of files) visitor.uninspected("file");
}
