import { isJsonObject } from "../json/json-shape.ts";

/**
 * The number of parts in a prompt with the id under which the provider stores them (`itemId` in the
 * provider options): a client may send that id instead of the text.
 */
export function countKept({ prompt }: { readonly prompt?: unknown }): number {
  if (!Array.isArray(prompt)) return 0;
  let count = 0;
  for (const message of prompt) {
    const content: unknown = isJsonObject(message) ? message.content : undefined;
    if (Array.isArray(content)) count += content.filter(isKept).length;
  }
  return count;
}

function isKept(part: unknown): boolean {
  const options: unknown = isJsonObject(part) ? part.providerOptions : undefined;
  if (!isJsonObject(options)) return false;
  return Object.values(options).some((own) => isJsonObject(own) && typeof own.itemId === "string");
}
