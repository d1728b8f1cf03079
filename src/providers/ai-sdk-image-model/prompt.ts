import { mapProviderOptions } from "../ai-sdk/options.ts";
import { isJsonObject } from "../json/json-shape.ts";
import { mediaTypeOf } from "../media/media-type.ts";
import { type Field, fieldPrompt, textField } from "../prompt/field-prompt.ts";

/** Pictures to begin with: bytes, base64 or addresses, each as it is. */
const pictures: Field = (value, visitor) => {
  for (const picture of Array.isArray(value) ? value : [value]) {
    if (isJsonObject(picture)) visitor.uninspected("image", mediaTypeOf(picture.mediaType));
    else if (picture !== undefined && picture !== null) visitor.uninspected("image");
  }
  return value;
};

/** What to show, what to begin with, and what a provider is told beside that. */
export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields: new Map<string, Field>([
    ["prompt", textField("user")],
    ["files", pictures],
    ["mask", pictures],
    ["providerOptions", mapProviderOptions],
  ]),
  settings: new Set(["providerOptions"]),
  main: "prompt",
});
