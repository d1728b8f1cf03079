import { isJsonObject, isObject, stringOf } from "../json/json-shape.ts";

/** The text of one choice, complete or as far as it has arrived. */
export interface ChoiceText {
  readonly content: string;
  readonly refusal: string;
  /** The transcript of spoken output. */
  readonly transcript: string;
  /** Calls of tools that Groq has run, tool calls in order, then the older `function_call`. */
  readonly calls: readonly CallText[];
}

/** A tool call: its name, and its arguments as the model wrote them. */
export interface CallText {
  readonly name: string;
  readonly input: string;
}

/**
 * The texts of all choices, joined by line breaks; calls as `name(arguments)`. Empty texts leave no
 * line.
 */
export function outputOf(choices: readonly ChoiceText[]): string {
  const lines: string[] = [];
  for (const choice of choices) {
    for (const text of [choice.content, choice.refusal, choice.transcript]) {
      if (text !== "") lines.push(text);
    }
    for (const call of choice.calls) lines.push(`${call.name}(${call.input})`);
  }
  return lines.join("\n");
}

/** `content` of a message or delta: a string, or text parts (Mistral). Anything else is empty. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  let text = "";
  for (const part of content) {
    if (isJsonObject(part) && typeof part.text === "string") text += part.text;
  }
  return text;
}

/** The arguments of a call: a string, or an object (Mistral). */
export function inputText(call: {
  readonly arguments?: unknown;
  readonly input?: unknown;
}): string {
  const input = call.arguments ?? call.input;
  if (!isObject(input)) return stringOf(input);
  try {
    return JSON.stringify(input) ?? "";
  } catch {
    return "";
  }
}
