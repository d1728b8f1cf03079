import { type Field, fieldPrompt, textField } from "../field-prompt.ts";
import { isJsonObject } from "../json-shape.ts";
import type { PromptVisitor } from "../prompt-text.ts";
import { mapInstances } from "./instances.ts";

/** Where a prediction has its texts. Of the parameters, what a picture is not to show is one. */
const fields: ReadonlyMap<string, Field> = new Map<string, Field>([
  ["instances", mapInstances],
  ["parameters", mapParameters],
]);

const negative = textField("user");

function mapParameters(value: unknown, visitor: PromptVisitor): unknown {
  if (!isJsonObject(value) || !("negativePrompt" in value)) return value;
  return { ...value, negativePrompt: negative(value.negativePrompt, visitor) };
}

export const { readPrompt, writePrompt, collapsePrompt } = fieldPrompt({
  fields,
  main: "instances",
  complete({ instances: text, ...kept }, { parameters }) {
    const instances = [{ prompt: text }];
    if (!isJsonObject(parameters)) return { ...kept, instances };
    const { negativePrompt: _, ...others } = parameters;
    return { ...kept, instances, parameters: others };
  },
});
