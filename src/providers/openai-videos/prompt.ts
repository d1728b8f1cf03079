import { binaryField, type Field, fieldPrompt, textField } from "../prompt/field-prompt.ts";

/** What to show, and what to begin with: pictures and videos, as files of a form or by their ids. */
export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields: new Map<string, Field>([
    ["prompt", textField("user")],
    ["input_reference", binaryField("image")],
    ["video", binaryField("video")],
  ]),
  main: "prompt",
  files: "video",
});
