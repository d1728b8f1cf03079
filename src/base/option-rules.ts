import { ConfigurationError } from "../errors.ts";
import { ignoreLateRejection } from "./late-rejection.ts";

/**
 * What is wrong with a value: the path of the property, if not the value itself, and what it must
 * be. Never contains the value, which may be a key.
 */
export interface Violation {
  readonly path: string;
  readonly must: string;
}

/** Checks a value; returns undefined if it is valid. */
export type Rule = (value: unknown) => Violation | undefined;

/** A rule for each of an object's properties, by name. */
export type Rules = Readonly<Record<string, Rule>>;

/** A rule from a predicate and the text of its requirement. */
export function must(be: string, holds: (value: unknown) => boolean): Rule {
  const violation = { path: "", must: `must ${be}` };
  return (value) => {
    if (holds(value)) return undefined;
    // Nobody will await a promise that is refused.
    ignoreLateRejection(value);
    return violation;
  };
}

/** Anything with properties. */
export const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null;

/** Whether `value` has a method `name`: how implementations of an interface are recognized. */
export const hasMethod =
  (name: string) =>
  (value: unknown): boolean =>
    typeof (value as Record<string, unknown> | null | undefined)?.[name] === "function";

/** Whether `value` is a function. */
export const isFunction = (value: unknown): boolean => typeof value === "function";

/** A function of any signature. */
export const aFunction = must("be a function", isFunction);

const noPromise = must("be an object: await its promise", (value) => !hasMethod("then")(value));
const noArray = must("be an object", (value) => isObject(value) && !Array.isArray(value));

/**
 * An object of any class, but no array and no promise: both would count as one without any
 * properties.
 */
export const anObject: Rule = (value) => noPromise(value) ?? noArray(value);

/** `true` or `false`; truthy values are invalid. */
export const aBoolean = must("be of type boolean", (value) => typeof value === "boolean");

/** One of `names`, or also a function if `orFunction` is true. */
export function oneOf(names: readonly string[], orFunction = false): Rule {
  const listed = names.map((name) => JSON.stringify(name)).join(", ");
  const be = orFunction ? `be ${listed} or a function` : `be one of ${listed}`;
  return must(be, (value) => names.includes(value as string) || (orFunction && isFunction(value)));
}

/** An integer of at least `least`. */
export function wholeNumber(least: number): Rule {
  return must(
    `be a whole number of at least ${least}`,
    (value) => Number.isSafeInteger(value) && (value as number) >= least,
  );
}

/** A duration without an upper limit. */
export const aDuration = must(
  "be a positive number of milliseconds",
  (value) => Number.isFinite(value) && (value as number) > 0,
);

/** An integer number of milliseconds from 1 to `most`. */
export function milliseconds(most: number): Rule {
  return must(
    `be a whole number of milliseconds from 1 to ${most}`,
    (value) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most,
  );
}

/** An array whose elements all satisfy `rule`; a violation names the first one that does not. */
export function arrayOf(rule: Rule, whole: Rule): Rule {
  return (value) => {
    if (!Array.isArray(value)) return whole(value);
    for (const [index, element] of value.entries()) {
      const violation = rule(element);
      if (violation !== undefined) return below(String(index), violation);
    }
    return undefined;
  };
}

/**
 * An object whose properties satisfy `rules`, and without others: a misspelt option would silently
 * weaken a guard. Properties that are undefined count as absent.
 */
export function strictObject(rules: Rules, what = "option"): Rule {
  const loose = looseObject(rules);
  return (value) => {
    const violation = loose(value);
    if (violation !== undefined) return violation;
    const given = value as Readonly<Record<string, unknown>>;
    const unknown = Object.keys(given).find(
      (name) => !Object.hasOwn(rules, name) && given[name] !== undefined,
    );
    if (unknown === undefined) return undefined;
    const known = Object.keys(rules).join(", ");
    return { path: unknown, must: `is no known ${what}; known are ${known}` };
  };
}

/** The same, but with any other properties allowed. */
export function looseObject(rules: Rules): Rule {
  const entries = Object.entries(rules);
  return (value) => {
    const wrong = anObject(value);
    if (wrong !== undefined) return wrong;
    const given = value as Readonly<Record<string, unknown>>;
    for (const [name, rule] of entries) {
      const violation = given[name] === undefined ? undefined : rule(given[name]);
      if (violation !== undefined) return below(name, violation);
    }
    return undefined;
  };
}

/** Options of `flush` and `close`. */
export const aDeadline = strictObject({
  deadlineMs: must(
    "be a number of milliseconds, zero or more",
    (value) => Number.isFinite(value) && (value as number) >= 0,
  ),
});

/** `rest`, for an object whose property `name` must be present and satisfy `rule`. */
export function withRequired(name: string, rule: Rule, rest: Rule): Rule {
  return (value) => {
    const violation = rest(value);
    if (violation !== undefined) return violation;
    const own = rule((value as Readonly<Record<string, unknown>>)[name]);
    return own && below(name, own);
  };
}

/**
 * The properties that are not undefined, so that undefined never overrides a default. Those that
 * `known` has too may be inherited from a class, which has its getters there, but not from every
 * object.
 */
export function withoutUndefined(options: object, known: object): Record<string, unknown> {
  const given = options as Record<string, unknown>;
  // Without a prototype: it would be set by a key `__proto__`, which `JSON.parse` makes.
  const kept: typeof given = Object.create(null);
  for (const name in { ...known, ...given }) {
    const value = given[name];
    if (value !== undefined && value !== ({} as typeof given)[name]) kept[name] = value;
  }
  return kept;
}

/**
 * Checks the options of `whom`.
 *
 * @throws ConfigurationError naming the option that is wrong, never its value.
 */
export function assertOptions(whom: string, rule: Rule, options: unknown): void {
  const violation = rule(options);
  if (violation === undefined) return;
  throw new ConfigurationError(`${whom}: ${violation.path || "options"} ${violation.must}.`);
}

function below(name: string, { path, must: asked }: Violation): Violation {
  return { path: path === "" ? name : `${name}.${path}`, must: asked };
}
