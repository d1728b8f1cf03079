import { isJsonObject, stringOf } from "../json/json-shape.ts";
import type { Answer } from "../provider.ts";
import { readTokenUsage } from "./usage.ts";

/**
 * A model's result (`LanguageModelV4GenerateResult` and older): its texts joined, then each tool
 * call on its own line. Reads what is there and never throws.
 */
export function readAnswer(result: unknown): Answer {
  if (!isJsonObject(result)) return { output: "" };
  const parts: unknown[] = Array.isArray(result.content) ? result.content : [];
  const { response } = result;
  return {
    output: outputOf(parts.map(textOf).join(""), parts.flatMap(callOf)),
    usage: readTokenUsage(result.usage),
    model: isJsonObject(response) ? stringOf(response.modelId) || undefined : undefined,
    finishReason: finishReasonOf(result.finishReason),
  };
}

/** A tool call, as far as it is known. */
export interface CalledTool {
  readonly name: string;
  readonly input: string;
}

/** Text and tool calls, joined by line breaks; an empty text leaves no line. */
export function outputOf(text: string, calls: readonly CalledTool[]): string {
  const lines = calls.map(({ name, input }) => `${name}(${input})`);
  return (text === "" ? lines : [text, ...lines]).join("\n");
}

/** A string (version 2), or an object that has it in the unified form. */
export function finishReasonOf(reason: unknown): string | undefined {
  return stringOf(isJsonObject(reason) ? reason.unified : reason) || undefined;
}

function textOf(part: unknown): string {
  return isJsonObject(part) && part.type === "text" ? stringOf(part.text) : "";
}

function callOf(part: unknown): CalledTool[] {
  if (!isJsonObject(part) || part.type !== "tool-call") return [];
  const { toolName, input } = part;
  return [{ name: stringOf(toolName), input: stringOf(input) }];
}
