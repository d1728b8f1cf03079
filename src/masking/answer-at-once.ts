import { ignoreLateRejection } from "../base/late-rejection.ts";
import { ConfigurationError } from "../errors.ts";

/**
 * What a function of the app's says; `name` is its name in the error. A promise would always count
 * as a yes.
 *
 * @throws ConfigurationError if it is a promise.
 */
export function answerAtOnce(answer: unknown, name: string): boolean {
  if (typeof answer === "object" && answer !== null && "then" in answer) {
    ignoreLateRejection(answer);
    throw new ConfigurationError(`${name} must answer at once, not with a promise.`);
  }
  return Boolean(answer);
}
