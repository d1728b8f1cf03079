import { isJsonObject, isObject, stringOf } from "../json/json-shape.ts";
import type { CallText, ChoiceText } from "../openai-chat/choice.ts";

/** What one candidate says. Thoughts are no answer, and what a tool gave back is none either. */
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

/** The parts of a candidate's content; none when it has no such thing. */
export function partsOf(candidate: unknown): readonly unknown[] {
  const content = isJsonObject(candidate) ? candidate.content : undefined;
  const parts = isJsonObject(content) ? content.parts : undefined;
  return Array.isArray(parts) ? parts : [];
}

/** The words of a part that are meant for the reader. */
export function wordsOf(part: unknown): string {
  if (!isJsonObject(part) || part.thought === true) return "";
  return stringOf(part.text);
}

/** What was spoken, in words. */
export function transcriptOf(part: unknown): string {
  const spoken = isJsonObject(part) ? part.audioTranscription : undefined;
  return isJsonObject(spoken) ? stringOf(spoken.text) : "";
}

/** The call that a part is: of a function of the app's, or of a tool or code that Google runs. */
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
