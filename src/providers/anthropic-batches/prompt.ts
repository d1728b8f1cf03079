import { MESSAGE_FIELDS } from "../anthropic-messages/prompt.ts";
import { copyObject, isJsonObject, mapArray } from "../json/json-shape.ts";
import { type Field, fieldPrompt, mapFields } from "../prompt/field-prompt.ts";
import type { PromptVisitor } from "../prompt/prompt-text.ts";
import { mapMisplaced } from "../prompt/texts.ts";
import type { Prompt } from "../provider.ts";

const { readPrompt: readTexts, writePrompt } = fieldPrompt({
  fields: new Map<string, Field>([["requests", mapRequests]]),
  main: "requests",
});

export { writePrompt };

/** The texts of all requests, one after the other. The model is that of the first one. */
export function readPrompt(batch: object): Prompt {
  const { requests } = batch as { readonly requests?: unknown };
  const first: unknown = Array.isArray(requests) ? requests[0] : undefined;
  const params: unknown = isJsonObject(first) ? first.params : undefined;
  const model: unknown = isJsonObject(params) ? params.model : undefined;
  return { ...readTexts(batch), model: typeof model === "string" ? model : "" };
}

/** Always throws: one text cannot replace many requests, so such a rewrite is denied. */
export function collapsePrompt(): never {
  throw new RangeError("A batch of requests cannot be collapsed into one.");
}

/**
 * `requests`: each with its id and the parameters of a message (Anthropic reference, "Create a
 * Message Batch").
 */
function mapRequests(requests: unknown, visitor: PromptVisitor): unknown {
  if (!Array.isArray(requests)) return mapMisplaced(requests, visitor);
  return mapArray(requests, (request) => {
    if (!isJsonObject(request)) return mapMisplaced(request, visitor);
    const copy = copyObject(request);
    for (const key of Object.keys(copy)) {
      if (key === "params") copy.params = mapParams(copy.params, visitor);
      else if (key !== "custom_id" || typeof copy[key] !== "string") {
        copy[key] = mapMisplaced(copy[key], visitor);
      }
    }
    return copy;
  });
}

function mapParams(params: unknown, visitor: PromptVisitor): unknown {
  if (!isJsonObject(params)) return mapMisplaced(params, visitor);
  return mapFields(params, MESSAGE_FIELDS, visitor);
}
