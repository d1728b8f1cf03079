import { ConfigurationError } from "../errors.ts";
import { settleWithin, type WaitLimits } from "../transport/settle-within.ts";
import { describeCause } from "./answers/foreign-error.ts";

/** The result of the app's function, within `limits`. @throws ConfigurationError if it fails. */
export function askForKey(
  source: () => string | Promise<string>,
  limits: WaitLimits,
): Promise<string> {
  return settleWithin(ask(source), limits);
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
