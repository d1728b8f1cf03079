import { type Field, fieldPrompt, settingField, textField } from "../prompt/field-prompt.ts";

/** What to say, and how to say it. */
export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields: new Map<string, Field>([
    ["input", textField("user")],
    ["instructions", textField("system")],
    ["voice", settingField],
  ]),
  main: "input",
});
