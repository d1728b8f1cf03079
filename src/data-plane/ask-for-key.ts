import { ConfigurationError } from "../errors.ts";
import { isTimeout, settleWithin, type WaitLimits } from "../transport/settle-within.ts";
import { describeCause } from "./answers/foreign-error.ts";

/**
 * The result of the app's function, within `limits`.
 *
 * @throws ConfigurationError if it fails, a `TimeoutError` that names it, or the signal's reason.
 */
export async function askForKey(
  source: () => string | Promise<string>,
  limits: WaitLimits,
): Promise<string> {
  try {
    return await settleWithin(ask(source), limits);
  } catch (error) {
    const isOurs = isTimeout(error) && error !== limits.signal?.reason;
    if (isOurs) error.message = `The apiKey function gave no key. ${error.message}`;
    throw error;
  }
}

/** The user's function may fail in any way, and its error may contain the key. */
async function ask(source: () => string | Promise<string>): Promise<string> {
  try {
    return await source();
  } catch (error) {
    throw new ConfigurationError("The apiKey function failed, so nothing was sent.", {
      cause: describeCause(error, withoutKeys),
    });
  }
}

/**
 * Hides everything that looks like a key, since the actual one is not known yet. Names and most
 * paths do not look like one.
 */
function withoutKeys(text: string): string {
  return text.replace(/\S{8,}/g, (word) =>
    word.length >= 16 || /[\d_]/.test(word) ? "[hidden]" : word,
  );
}
