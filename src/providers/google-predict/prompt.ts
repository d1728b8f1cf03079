import { mapSettings } from "../google/settings.ts";
import { type Field, fieldPrompt } from "../prompt/field-prompt.ts";
import { mapInstances } from "./instances.ts";

/** The texts of a prediction. Of the parameters, the negative prompt and free text are text. */
const fields: ReadonlyMap<string, Field> = new Map<string, Field>([
  ["instances", mapInstances],
  ["parameters", mapSettings],
]);

export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields,
  settings: new Set(["parameters"]),
  main: "instances",
  complete: ({ instances: text, ...kept }) => ({ ...kept, instances: [{ prompt: text }] }),
});
