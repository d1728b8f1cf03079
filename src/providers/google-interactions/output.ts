import { isJsonObject, stringOf } from "../json/json-shape.ts";

/** What a step of an answer says, as words or as a call. */
export function linesOf(step: unknown): string[] {
  if (!isJsonObject(step)) return [];
  const { type, content, text, name } = step;
  if (type === "text") return [stringOf(text)];
  if (type === "function_call") return [callText(stringOf(name), jsonOf(step.arguments))];
  if (type !== "model_output") return [];
  const parts: unknown[] = Array.isArray(content) ? content : [content];
  const words = parts.map((part) => (isJsonObject(part) ? stringOf(part.text) : stringOf(part)));
  return [words.join("")];
}

/** A call's line. `input` is its arguments as JSON. */
export function callText(name: string, input: string): string {
  return `${name}(${input})`;
}

/** Arguments as JSON; what is not there says nothing. */
export function jsonOf(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined ? "" : JSON.stringify(value);
}
