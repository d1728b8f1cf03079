import { ConfigurationError } from "../errors.ts";
import { settleWithin, type WaitLimits } from "../transport/settle-within.ts";
import { describeCause } from "./answers/foreign-error.ts";

/** What the app's function gives, within `limits`. @throws ConfigurationError when it fails. */
export function askForKey(
  source: () => string | Promise<string>,
  limits: WaitLimits,
): Promise<string> {
  return settleWithin(ask(source), limits);
}

/** The user's function may fail in any way; what it says may hold what it was asked for. */
async function ask(source: () => string | Promise<string>): Promise<string> {
  try {
    return await source();
  } catch (error) {
    throw new ConfigurationError("The apiKey function failed, so nothing was sent.", {
      cause: describeCause(error, withoutKeys),
    });
  }
}

/** What looks like a key, whichever it is: it is not known yet. Names and most paths of ours do not. */
function withoutKeys(text: string): string {
  return text.replace(/\S{8,}/g, (word) =>
    word.length >= 16 || /[\d_]/.test(word) ? "[hidden]" : word,
  );
}
