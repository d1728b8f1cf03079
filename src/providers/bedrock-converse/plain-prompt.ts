import type { FieldPrompt } from "../prompt/field-prompt.ts";
import { plainCopy } from "./plain-copy.ts";

/**
 * The same functions for inputs of the AWS client: what is read or written is a plain copy.
 * `modelOf` returns the model in a copy.
 */
export function plainPrompt(prompt: FieldPrompt, modelOf: (plain: object) => string): FieldPrompt {
  const copied = (request: object): object => plainCopy(request) as object;
  return {
    readPrompt(request) {
      const plain = copied(request);
      return { ...prompt.readPrompt(plain), model: modelOf(plain) };
    },
    writePrompt: (request, texts, names) => prompt.writePrompt(copied(request), texts, names),
    collapsePrompt: (request, text) => prompt.collapsePrompt(copied(request), text),
  };
}

/** The `modelId` that most commands have. */
export function modelIdOf({ modelId }: { readonly modelId?: unknown }): string {
  return typeof modelId === "string" ? modelId : "";
}
