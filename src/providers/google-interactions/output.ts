import { isJsonObject, type JsonObject, stringOf } from "../json/json-shape.ts";

/** The text of a step of an answer, or its call. */
export function linesOf(step: unknown): string[] {
  if (!isJsonObject(step)) return [];
  const { type, content, text, name } = step;
  if (type === "text") return [stringOf(text)];
  if (isCall(type)) return [callText(stringOf(name) || toolOf(type), jsonOf(step.arguments))];
  if (type !== "model_output") return [];
  const parts: unknown[] = Array.isArray(content) ? content : [content];
  const words = parts.map((part) => (isJsonObject(part) ? stringOf(part.text) : stringOf(part)));
  return [words.join("")];
}

/** Calls of the app's functions, and of tools that Google or a server runs. */
export function isCall(type: unknown): type is `${string}_call` {
  return typeof type === "string" && type.endsWith("_call");
}

/** The name of a call that has none of its own, such as `google_search`. */
export function toolOf(type: `${string}_call`): string {
  return type.slice(0, -"_call".length);
}

/** The text of a call. `input`: its arguments as JSON. */
export function callText(name: string, input: string): string {
  return `${name}(${input})`;
}

/** Arguments as JSON; empty if there are none. */
export function jsonOf(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined ? "" : JSON.stringify(value);
}

/** Whether an event is the last of its interaction: a status other than that it goes on tells so too. */
export function endsInteraction({ event_type: type, status }: JsonObject): boolean {
  if (type === "interaction.status_update") return status !== "in_progress";
  return type === "interaction.completed" || type === "error";
}
