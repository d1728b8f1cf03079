import { hiddenField } from "../../base/hidden-field.ts";
import type { LifecycleStart } from "../lifecycle.ts";

/**
 * Returns who receives the texts of a call: a URL, or the client object if only that knows it.
 * Undefined if unknown. Called only if there is a masker.
 */
export type RecipientOf = () => string | object | undefined;

/**
 * Identifies whose signatures a call receives and may send back: operation, model and recipient.
 * Undefined if the recipient is unknown.
 */
export function placeOf(
  { operation, model }: Pick<LifecycleStart, "operation" | "model">,
  recipientOf: RecipientOf | undefined,
): string | undefined {
  try {
    const recipient = recipientOf?.();
    if (recipient === undefined) return undefined;
    const address = typeof recipient === "string" ? recipient : numberOf(recipient);
    return JSON.stringify([operation, model, address]);
  } catch {
    // Inspecting a custom client may throw.
    return undefined;
  }
}

const numbers = hiddenField<number>();
let latest = 0;

function numberOf(client: object): number {
  const known = numbers.get(client);
  if (known !== undefined) return known;
  latest += 1;
  numbers.set(client, latest);
  return latest;
}
