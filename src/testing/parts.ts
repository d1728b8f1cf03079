import { ok } from "node:assert/strict";
import { must, type Rule, type Rules, strictObject, withRequired } from "../base/option-rules.ts";

/** An array of anything. */
export const anArray = must("be an array", Array.isArray);

/** A string, which may be empty. */
export const aText = must("be a string", (value) => typeof value === "string");

/** An object that must have `required`, may have `optional`, and has nothing else. */
export function withParts(required: Rules, optional: Rules = {}): Rule {
  const whole = strictObject({ ...required, ...optional }, "part");
  return Object.entries(required).reduce<Rule>(
    (rest, [name, rule]) => withRequired(name, rule, rest),
    whole,
  );
}

/**
 * Checks the parts of a contract before any test is made: otherwise all would fail with an unclear
 * `TypeError`, and a misspelt part would make fewer tests.
 *
 * @throws AssertionError naming the part that is wrong.
 */
export function assertParts(contract: string, rule: Rule, parts: unknown): void {
  const violation = rule(parts);
  ok(violation === undefined, `${contract}: ${violation?.path || "parts"} ${violation?.must}`);
}
