import { isJsonObject } from "../json/json-shape.ts";

/**
 * How many parts of a prompt carry the id under which their provider keeps them (`itemId` in
 * their provider's options): a client may send that id and leave the words out.
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
