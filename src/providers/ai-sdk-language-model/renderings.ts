import { isJsonObject, type JsonObject, mapStrings } from "../json/json-shape.ts";

/** What providers of the SDK say when a tool was refused and nobody gave a reason. */
const REFUSED = "Tool call execution denied.";

/**
 * Texts that providers of the SDK make of what a call says, beside its texts as they are: parts of
 * an assistant's message in one piece, last words without the spaces around them, results of tools
 * as JSON, with the tool's name beside them, or word by word, as arguments are, and names of files
 * as titles. A call whose words are approved has these approved, and no others.
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
  const reason = output.reason ?? REFUSED;
  return [String(reason), ...asJson([reason])];
}

function inLines(parts: unknown): string {
  const texts = Array.isArray(parts) ? parts.filter(isJsonObject).map(({ text }) => text) : [];
  return texts.filter((text) => typeof text === "string").join("\n");
}

/** Every string in what a tool was asked or gave, all of which was approved as one JSON text. */
function wordsIn(value: unknown): string[] {
  const words: string[] = [];
  try {
    mapStrings(value, (text) => {
      words.push(text);
      return text;
    });
  } catch {
    // What is not plain is said by nobody in this way.
  }
  return words;
}

/** What is no JSON (a cycle, a large number) is rendered by nobody in the same way. */
function asJson(values: readonly unknown[]): string[] {
  try {
    return values.map((value) => JSON.stringify(value) ?? "");
  } catch {
    return [];
  }
}
