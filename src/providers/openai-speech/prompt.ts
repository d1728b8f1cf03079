import { type Field, fieldPrompt, settingField, textField } from "../prompt/field-prompt.ts";

/** The text to speak, and instructions for it. */
export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields: new Map<string, Field>([
    ["input", textField("user")],
    ["instructions", textField("system")],
    ["voice", settingField],
  ]),
  main: "input",
});
