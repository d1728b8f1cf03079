import { isJsonObject } from "../json/json-shape.ts";
import { mediaTypeOf } from "../media/media-type.ts";
import { type Field, fieldPrompt, textField } from "../prompt/field-prompt.ts";
import type { PromptVisitor } from "../prompt/prompt-text.ts";
import { mapOptions } from "../prompt/unnamed.ts";

/**
 * Input images: bytes, base64 or URLs, which stay unchanged; strings that describe them are text.
 */
const pictures: Field = (value, visitor) => {
  return Array.isArray(value)
    ? value.map((picture: unknown) => mapPicture(picture, visitor))
    : mapPicture(value, visitor);
};

function mapPicture(picture: unknown, visitor: PromptVisitor): unknown {
  if (picture === undefined || picture === null) return picture;
  if (!isJsonObject(picture)) {
    visitor.uninspected("image");
    return picture;
  }
  visitor.uninspected("image", mediaTypeOf(picture.mediaType));
  const { providerOptions } = picture;
  if (providerOptions === undefined) return picture;
  return { ...picture, providerOptions: mapOptions(providerOptions, visitor) };
}

/** The prompt, the input images, and the provider options. */
export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields: new Map<string, Field>([
    ["prompt", textField("user")],
    ["files", pictures],
    ["mask", pictures],
    ["providerOptions", mapOptions],
  ]),
  settings: new Set(["providerOptions", "files", "mask"]),
  main: "prompt",
});
