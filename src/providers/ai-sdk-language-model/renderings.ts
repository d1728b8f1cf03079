import { isJsonObject, type JsonObject } from "../json-shape.ts";

/** What providers of the SDK say when a tool was refused and nobody gave a reason. */
const REFUSED = "Tool call execution denied.";

/**
 * Texts that providers of the SDK make of what a call says, beside its texts as they are: parts of
 * an assistant's message in one piece, and results of tools as JSON. A call whose words are
 * approved has these approved, and no others.
 */
export function renderingsOf({ prompt }: { readonly prompt?: unknown }): string[] {
  if (!Array.isArray(prompt)) return [];
  return prompt.flatMap((message: unknown) => {
    const content: unknown = isJsonObject(message) ? message.content : undefined;
    if (!Array.isArray(content)) return [];
    const parts = content.filter(isJsonObject);
    return [joined(parts), ...parts.flatMap(ofResult)];
  });
}

function joined(parts: readonly JsonObject[]): string {
  return parts.map(({ type, text }) => (type === "text" ? String(text) : "")).join("");
}

function ofResult({ type, output }: JsonObject): string[] {
  if (type !== "tool-result" || !isJsonObject(output)) return [];
  const { type: kind, value } = output;
  if (kind !== "execution-denied") return asJson([value, { error: value }]);
  const reason = output.reason ?? REFUSED;
  return [String(reason), ...asJson([reason])];
}

/** What is no JSON (a cycle, a large number) is rendered by nobody in the same way. */
function asJson(values: readonly unknown[]): string[] {
  try {
    return values.map((value) => JSON.stringify(value) ?? "");
  } catch {
    return [];
  }
}
