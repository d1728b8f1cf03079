import {
  binaryField,
  type Field,
  fieldPrompt,
  nameField,
  referenceField,
  settingField,
  textField,
} from "../prompt/field-prompt.ts";

/** Hints for the spelling, and the speech: a file of a form, and voice samples. */
export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields: new Map<string, Field>([
    ["prompt", textField("user")],
    ["keywords", textField("user")],
    ["context_bias", textField("user")],
    ["file", binaryField("audio")],
    // Of Groq and Mistral, for audio at a URL.
    ["url", binaryField("audio")],
    ["file_url", binaryField("audio")],
    ["file_id", referenceField],
    ["known_speaker_references", binaryField("audio")],
    ["known_speaker_names", nameField],
    ["chunking_strategy", settingField],
  ]),
  main: "prompt",
  files: "audio",
});
