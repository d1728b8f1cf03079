import { ConfigurationError } from "../errors.ts";
import { answerAtOnce } from "./answer-at-once.ts";
import { isPattern, LinearPattern } from "./pattern/linear-pattern.ts";
import { PatternError } from "./pattern/syntax.ts";

/**
 * A value, a domain (`@example.com`), a regular expression for the whole value, or a function that
 * returns true for values to leave unmasked.
 */
export type AllowRule = string | RegExp | ((value: string, type: string) => boolean);

/**
 * Combines all rules into one decision; undefined if there are none. Throws `ConfigurationError`
 * for an invalid rule.
 */
export function allowList(
  rules: readonly AllowRule[],
): ((value: string, type: string) => boolean) | undefined {
  const values = new Set<string>();
  const tests: ((value: string, type: string) => boolean)[] = [];
  for (const [index, rule] of rules.entries()) {
    if (typeof rule === "function")
      tests.push((...value) => answerAtOnce(rule(...value), `createMasker: allow.${index}`));
    else if (isPattern(rule)) tests.push(patternTest(rule, index));
    else if (typeof rule !== "string" || rule === "") {
      throw new ConfigurationError(
        `createMasker: allow.${index} must be a text that is not empty, a regular expression or a function.`,
      );
    } else if (rule.startsWith("@")) tests.push(domainTest(rule.toLowerCase()));
    else values.add(rule.toLowerCase());
  }
  if (values.size === 0 && tests.length === 0) return undefined;
  return (value, type) =>
    values.has(value.toLowerCase()) || tests.some((test) => test(value, type));
}

function domainTest(domain: string): (value: string, type: string) => boolean {
  return (value, type) => type === "EMAIL" && value.toLowerCase().endsWith(domain);
}

function patternTest(rule: RegExp, index: number): (value: string) => boolean {
  try {
    const pattern = new LinearPattern(rule);
    return (value) => pattern.matchesAll(value);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new ConfigurationError(`createMasker: allow.${index}: ${error.message}.`, {
      cause: error,
    });
  }
}
