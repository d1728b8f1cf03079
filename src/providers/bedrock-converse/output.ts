import { type BlockText, callText, jsonOf, SILENT } from "../anthropic-messages/output.ts";
import { isJsonObject, stringOf } from "../json/json-shape.ts";

/**
 * The text of a content block: its text, also in citations, or a call as `name(arguments)`.
 * Thinking and results of the model's own tools are not part of the answer.
 */
export function textOfBlock(block: unknown): BlockText {
  if (!isJsonObject(block)) return SILENT;
  const { text, toolUse, citationsContent } = block;
  if (isJsonObject(toolUse)) return callText(stringOf(toolUse.name), jsonOf(toolUse.input));
  if (!isJsonObject(citationsContent)) return { text: stringOf(text), isCall: false };
  const { content } = citationsContent;
  const cited: unknown[] = Array.isArray(content) ? content : [];
  const words = cited.map((each) => (isJsonObject(each) ? stringOf(each.text) : ""));
  return { text: words.join(""), isCall: false };
}

/** The model chosen by a prompt router, if any. */
export function routedModel(trace: unknown): string | undefined {
  const router = isJsonObject(trace) ? trace.promptRouter : undefined;
  return isJsonObject(router) ? stringOf(router.invokedModelId) || undefined : undefined;
}
