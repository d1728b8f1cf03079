import { binaryField, type Field, fieldPrompt, textField } from "../prompt/field-prompt.ts";

/** The prompt, and the input images and videos, as files of a form or by id. */
export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields: new Map<string, Field>([
    ["prompt", textField("user")],
    ["input_reference", binaryField("image")],
    ["video", binaryField("video")],
  ]),
  main: "prompt",
  files: "video",
});
