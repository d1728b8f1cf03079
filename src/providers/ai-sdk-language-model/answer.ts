import { isJsonObject, stringOf } from "../json/json-shape.ts";
import type { Answer } from "../provider.ts";
import { readTokenUsage } from "./usage.ts";

/**
 * What a model generated (`LanguageModelV4GenerateResult` and older): its texts as one, and its
 * tool calls, each on a line of its own. Reads what is there and never throws.
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

/** Texts and calls, one under the other; an empty text leaves no line. */
export function outputOf(text: string, calls: readonly CalledTool[]): string {
  const lines = calls.map(({ name, input }) => `${name}(${input})`);
  return (text === "" ? lines : [text, ...lines]).join("\n");
}

/** A word (version 2), or an object with the word that all providers share. */
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
