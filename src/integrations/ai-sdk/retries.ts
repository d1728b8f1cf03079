import type { CallContext } from "../../lifecycle/context.ts";
import type { ModelCall } from "./call-shape.ts";

/**
 * First failed attempts, by the words they were made with. The SDK retries by calling the model
 * again with the very same object, and tells nobody; each attempt is a call with an event of its
 * own, and this is how the later ones tell where they come from.
 */
const failed = new WeakMap<object, string>();

/** Runs an attempt and remembers that it failed. */
export async function rememberFailure<T>(
  call: ModelCall,
  clientEventId: string,
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    const words = wordsOf(call);
    if (words !== undefined && !failed.has(words)) failed.set(words, clientEventId);
    throw error;
  }
}

/** Says that a call is a retry, when it is one. */
export function retryOf(call: ModelCall): CallContext | undefined {
  const words = wordsOf(call);
  const first = words === undefined ? undefined : failed.get(words);
  return first === undefined ? undefined : { metadata: { retry_of: first } };
}

function wordsOf({ options }: ModelCall): object | undefined {
  const { prompt, values } = options as { readonly prompt?: unknown; readonly values?: unknown };
  const words = prompt ?? values;
  return typeof words === "object" && words !== null ? words : undefined;
}
