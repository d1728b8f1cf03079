import { mapSettings } from "../google/settings.ts";
import { type Field, fieldPrompt } from "../prompt/field-prompt.ts";
import { mapInstances } from "./instances.ts";

/** Where a prediction has its texts. Of the parameters, what a picture is not to show is one, and prose. */
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
