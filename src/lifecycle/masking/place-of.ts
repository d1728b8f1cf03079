import { hiddenField } from "../../base/hidden-field.ts";
import type { LifecycleStart } from "../lifecycle.ts";

/**
 * Tells who is told the words of a call: an address, or the client that alone knows it. Undefined where
 * nobody can tell. Asked only where there is a masker.
 */
export type RecipientOf = () => string | object | undefined;

/**
 * Whose signatures a call gets, and may send back: operation, model and recipient, told apart from
 * every other such three. Undefined where nobody knows who the recipient is.
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
    // An app's own client may fail at being looked at.
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
