import { binaryField, type Field, fieldPrompt, textField } from "../prompt/field-prompt.ts";

/** The prompt, and the input images: files of a form, URLs, or ids. */
export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields: new Map<string, Field>([
    ["prompt", textField("user")],
    ["negative_prompt", textField("user")],
    ["image", binaryField("image")],
    ["images", binaryField("image")],
    ["mask", binaryField("image")],
    ["markup", binaryField("image")],
  ]),
  main: "prompt",
  files: "image",
});
