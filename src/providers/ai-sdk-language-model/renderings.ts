import { isJsonObject, type JsonObject, mapStrings } from "../json/json-shape.ts";

/**
 * What the SDK's providers send if a tool was denied without a reason: most of them, those of the
 * first releases for `ai` 6, Google in interactions, and xAI in responses.
 */
const REFUSALS = [
  "Tool call execution denied.",
  "Tool execution denied.",
  "Tool execution denied by user.",
  "tool execution denied",
];

/**
 * Other texts that the SDK's providers make from a call's texts: the parts of an assistant message
 * joined, the last text trimmed, tool results as JSON, with the tool's name, or string by string
 * (like arguments), and file names as titles. Approving a call's texts approves these too, and no
 * others.
 */
export function renderingsOf({ prompt }: { readonly prompt?: unknown }): string[] {
  if (!Array.isArray(prompt)) return [];
  return prompt.flatMap((message: unknown) => {
    const content: unknown = isJsonObject(message) ? message.content : undefined;
    if (!Array.isArray(content)) return [];
    const parts = content.filter(isJsonObject);
    const whole = joined(parts);
    return [whole, whole.trim(), ...parts.flatMap(ofPart)];
  });
}

function joined(parts: readonly JsonObject[]): string {
  return parts.map(({ type, text }) => (type === "text" ? String(text) : "")).join("");
}

function ofPart(part: JsonObject): string[] {
  const { type, text, filename, toolName, input } = part;
  if (type === "tool-result") return [...ofResult(part), String(toolName)];
  if (type === "tool-call") return wordsIn(input);
  const said = typeof text === "string" ? text.trim() : filename;
  return typeof said === "string" ? [said] : [];
}

function ofResult({ output }: JsonObject): string[] {
  if (!isJsonObject(output)) return [];
  const { type: kind, value } = output;
  if (kind === "content") return [...asJson([value, { error: value }]), inLines(value)];
  if (kind !== "execution-denied") return [...asJson([value, { error: value }]), ...wordsIn(value)];
  const reasons = output.reason == null ? REFUSALS : [output.reason];
  return [...reasons.map(String), ...asJson(reasons)];
}

function inLines(parts: unknown): string {
  const texts = Array.isArray(parts) ? parts.filter(isJsonObject).map(({ text }) => text) : [];
  return texts.filter((text) => typeof text === "string").join("\n");
}

/** Every string in a tool's arguments or result, all of which was approved as one JSON text. */
function wordsIn(value: unknown): string[] {
  const words: string[] = [];
  try {
    mapStrings(value, (text) => {
      words.push(text);
      return text;
    });
  } catch {
    // Objects that are not plain are never rendered this way.
  }
  return words;
}

/** Values that are not JSON (a cycle, a large number) are never rendered this way. */
function asJson(values: readonly unknown[]): string[] {
  try {
    return values.map((value) => JSON.stringify(value) ?? "");
  } catch {
    return [];
  }
}
