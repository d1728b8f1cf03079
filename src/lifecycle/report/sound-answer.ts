import { ignoreLateRejection } from "../../base/late-rejection.ts";
import { readUsage } from "../../providers/answer/usage.ts";
import type { Answer } from "../../providers/provider.ts";

/**
 * What a codec has read, as far as an event can hold it: one wrong field would have the service
 * refuse the whole event. The very answer where there is nothing to mend.
 *
 * @throws TypeError for what is no answer, a promise of one too: a codec may be anybody's code.
 */
export function soundAnswer(answer: Answer): Answer {
  const { output, usage, model, finishReason }: { [Name in keyof Answer]?: unknown } = answer;
  if (typeof output !== "string") {
    ignoreLateRejection(answer);
    throw new TypeError("The codec gave no text for an output.");
  }
  if (usage === undefined && isWord(model) && isWord(finishReason)) return answer;
  return {
    ...answer,
    usage: readUsage(usage),
    model: isWord(model) ? model : undefined,
    finishReason: isWord(finishReason) ? finishReason : undefined,
  };
}

/** Longest name or reason, in UTF-16 units: of a longer one the service could find the event too large. */
const MAX_WORD_LENGTH = 2_048;

function isWord(value: unknown): value is string | undefined {
  return value === undefined || (typeof value === "string" && value.length <= MAX_WORD_LENGTH);
}
