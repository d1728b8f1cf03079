import { isJsonObject, isObject, stringOf } from "../json/json-shape.ts";
import type { CallText, ChoiceText } from "../openai-chat/choice.ts";

/** The text of one candidate. Thoughts and tool results are not part of the answer. */
export function candidateText(candidate: unknown): ChoiceText {
  let content = "";
  let transcript = "";
  const calls: CallText[] = [];
  for (const part of partsOf(candidate)) {
    content += wordsOf(part);
    transcript += transcriptOf(part);
    const call = callOf(part);
    if (call !== undefined) calls.push(call);
  }
  return { content, refusal: "", transcript, calls };
}

/** The parts of a candidate's content; none if it has no content. */
export function partsOf(candidate: unknown): readonly unknown[] {
  const content = isJsonObject(candidate) ? candidate.content : undefined;
  const parts = isJsonObject(content) ? content.parts : undefined;
  return Array.isArray(parts) ? parts : [];
}

/** The text of a part, unless it is a thought. */
export function wordsOf(part: unknown): string {
  if (!isJsonObject(part) || part.thought === true) return "";
  return stringOf(part.text);
}

/** The transcript of spoken output. */
export function transcriptOf(part: unknown): string {
  const spoken = isJsonObject(part) ? part.audioTranscription : undefined;
  return isJsonObject(spoken) ? stringOf(spoken.text) : "";
}

/** The call in a part: of the app's function, or of a tool or code that Google runs. */
export function callOf(part: unknown): CallText | undefined {
  if (!isJsonObject(part)) return undefined;
  const { functionCall, toolCall, executableCode } = part;
  if (isJsonObject(functionCall)) {
    const { name, args, partialArgs } = functionCall;
    return { name: stringOf(name), input: jsonOf(args ?? partialArgs) };
  }
  if (isJsonObject(toolCall)) {
    const name = stringOf(toolCall.toolType).toLowerCase() || "tool";
    return { name, input: jsonOf(toolCall.args) };
  }
  if (!isJsonObject(executableCode)) return undefined;
  return { name: "code_execution", input: stringOf(executableCode.code) };
}

function jsonOf(value: unknown): string {
  if (!isObject(value)) return "";
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
}
