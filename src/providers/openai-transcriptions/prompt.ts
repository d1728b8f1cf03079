import {
  binaryField,
  type Field,
  fieldPrompt,
  referenceField,
  settingField,
  textField,
} from "../prompt/field-prompt.ts";

/** Words that help with the spelling, and the speech: a file of a form, and samples of voices. */
export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields: new Map<string, Field>([
    ["prompt", textField("user")],
    ["keywords", textField("user")],
    ["context_bias", textField("user")],
    ["file", binaryField("audio")],
    // Groq's and Mistral's, for sound that lies elsewhere.
    ["url", binaryField("audio")],
    ["file_url", binaryField("audio")],
    ["file_id", referenceField],
    ["known_speaker_references", binaryField("audio")],
    ["known_speaker_names", settingField],
    ["chunking_strategy", settingField],
  ]),
  main: "prompt",
  files: "audio",
});
