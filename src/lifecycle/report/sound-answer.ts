import { ignoreLateRejection } from "../../base/late-rejection.ts";
import { readUsage } from "../../providers/answer/usage.ts";
import type { Answer } from "../../providers/provider.ts";

/**
 * The answer that a codec read, without what the contract does not allow: one invalid field would
 * get the whole event rejected. Returns the same object if all is valid.
 *
 * @throws TypeError if it is not an answer, for example a promise: codecs may be custom.
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

/**
 * Longest model name or finish reason, in UTF-16 units: longer ones could make the event too large.
 */
const MAX_WORD_LENGTH = 2_048;

function isWord(value: unknown): value is string | undefined {
  return value === undefined || (typeof value === "string" && value.length <= MAX_WORD_LENGTH);
}
