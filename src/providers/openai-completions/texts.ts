import { isJsonObject, stringOf } from "../json/json-shape.ts";
import { copyWith, mapSame, withChanges } from "../json/replace-at.ts";
import type { StreamTexts } from "../restore/restorer.ts";
import { indexOf } from "../stream/index-of.ts";

/**
 * The texts in the chunks of a streamed completion: `text`, or `delta.content`. A slot is `0/text`.
 */
export const streamTexts: StreamTexts<unknown> = {
  map(chunk, visitor) {
    if (!isJsonObject(chunk) || !Array.isArray(chunk.choices)) return chunk;
    const choices = mapSame(chunk.choices, (choice, position) => {
      if (!isJsonObject(choice)) return choice;
      const { text, delta } = choice;
      const index = indexOf(choice, position);
      if (typeof text === "string") {
        return withChanges(choice, { text: visitor.piece(`${index}/text`, text) });
      }
      if (!isJsonObject(delta) || typeof delta.content !== "string") return choice;
      const content = visitor.piece(`${index}/delta`, delta.content);
      return withChanges(choice, { delta: withChanges(delta, { content }) });
    });
    return withChanges(chunk, { choices });
  },

  ends(chunk) {
    if (!isJsonObject(chunk) || !Array.isArray(chunk.choices)) return [];
    return chunk.choices.flatMap((choice, position) => {
      if (!isJsonObject(choice) || stringOf(choice.finish_reason) === "") return [];
      return [`${indexOf(choice, position)}/`];
    });
  },

  carry(chunk, slot, text) {
    const [index, kind] = slot.split("/");
    const { choices } = chunk as { readonly choices: readonly unknown[] };
    const like = choices.find(
      (choice, position) => isJsonObject(choice) && String(indexOf(choice, position)) === index,
    );
    const said = kind === "text" ? { text } : { delta: { content: text } };
    const choice = copyWith(like as object, { ...said, finish_reason: null, logprobs: null });
    return copyWith(chunk as object, { choices: [choice] });
  },
};
