import { ignoreLateRejection } from "../base/late-rejection.ts";
import {
  aFunction,
  arrayOf,
  assertOptions,
  must,
  oneOf,
  type Rule,
  strictObject,
} from "../base/option-rules.ts";
import { ConfigurationError } from "../errors.ts";
import { answerAtOnce } from "./answer-at-once.ts";
import { isPattern, LinearPattern } from "./pattern/linear-pattern.ts";
import { PatternError } from "./pattern/syntax.ts";
import type { ContextRule } from "./scan/context.ts";
import {
  CONTEXTUAL,
  type Detector,
  type DetectorKind,
  type Emit,
  type Hit,
  SHAPED,
  type Strength,
  VALIDATED,
} from "./scan/detector.ts";
import type { Stretch } from "./text/stretch.ts";

/** Definition of a custom detector. */
export interface DetectorDefinition {
  /**
   * Type shown in the placeholder: up to eight words of capitals and digits, joined by underscores.
   */
  readonly type: string;
  /** Name of the detector. Default: the type in lower case. */
  readonly name?: string | undefined;
  /** Whether it detects personal data or secrets, as reported to the service. Default `pii`. */
  readonly kind?: DetectorKind | undefined;
  /** Source of the format, for documentation. Default "application". */
  readonly source?: string | undefined;
  /**
   * A regular expression without lookaround and backreferences. It runs in linear time. A match
   * ends at most 256 code units after the last position where it could have ended.
   */
  readonly pattern?: RegExp | undefined;
  /**
   * Instead of `pattern`: finds the ranges in the normalized text (plain digits, dashes and spaces,
   * no invisible characters). It must finish quickly.
   */
  readonly find?: ((text: string) => Iterable<Stretch>) | undefined;
  /**
   * Texts that contain none of these literals (in any case) are not searched. Speeds up rare
   * patterns.
   */
  readonly literals?: readonly string[] | undefined;
  /**
   * Accepts or rejects a normalized match, for example by a checksum. Its matches count as
   * validated, and so win over overlapping weaker ones.
   */
  readonly validate?: ((value: string) => boolean) | undefined;
  /** A match counts only with one of these words within 64 characters before or after it. */
  readonly context?: readonly string[] | undefined;
}

const aText = must(
  "be a text that is not empty",
  (value) => typeof value === "string" && value !== "",
);
const texts = arrayOf(aText, must("be an array of texts", Array.isArray));
/** Checked below, with a more specific message. */
const whatever: Rule = () => undefined;

// A misspelled property would silently drop a check or a condition.
const DEFINITION = strictObject({
  type: whatever,
  name: aText,
  kind: oneOf(["pii", "secret"]),
  source: aText,
  pattern: whatever,
  find: aFunction,
  literals: texts,
  validate: aFunction,
  context: texts,
} satisfies Record<keyof DetectorDefinition, Rule>);

/**
 * Creates a detector for `createMasker({ detectors })`.
 *
 * @throws ConfigurationError naming the property that is wrong or unknown.
 */
export function defineDetector(definition: DetectorDefinition): Detector {
  assertOptions("defineDetector", DEFINITION, definition);
  const { type, pattern, find, validate } = definition;
  const name = definition.name ?? String(type).toLowerCase();
  if (typeof type !== "string" || !/^[A-Z][A-Z0-9]{0,31}(?:_[A-Z0-9]{1,31}){0,7}$/.test(type)) {
    throw new ConfigurationError(
      "defineDetector: type must be words of capitals and digits joined by _, such as CUSTOMER_NUMBER.",
    );
  }
  if ((pattern === undefined) === (find === undefined)) {
    throw new ConfigurationError(
      `defineDetector: ${name} needs either pattern or find, and not both.`,
    );
  }
  const search = find ?? patternSearch(name, pattern);
  const accepts = (value: string): boolean =>
    validate === undefined || answerAtOnce(validate(value), `defineDetector: validate of ${name}`);
  const literals = (definition.literals ?? []).map((literal) => literal.toLowerCase());
  const context = contextRule(definition.context);
  const strength: Strength =
    validate !== undefined ? VALIDATED : context !== undefined ? CONTEXTUAL : SHAPED;
  const detector: Detector = {
    type,
    name,
    kind: definition.kind ?? "pii",
    source: definition.source ?? "application",
    check: validate === undefined ? "format" : "a function of the application's",
    ...(context !== undefined && { context: "only near its words" }),
    gates: {},
    find: ({ view }: Hit, emit: Emit): number => {
      if (literals.length > 0 && !includesAny(view, literals)) return view.length;
      const found = search(view);
      // If it is a promise, the loop throws, and its own rejection would be unhandled.
      ignoreLateRejection(found);
      for (const { start, end } of found) {
        if (start > end)
          throw new RangeError(`detector "${name}" gave a span that ends before it begins`);
        if (accepts(view.slice(start, end))) emit(start, end, strength, context);
      }
      return view.length;
    },
  };
  if (find === undefined && validate === undefined) DETERMINISTIC.set(detector, detector.find);
  return detector;
}

/** Detectors made from a pattern only, with their original `find`. */
const DETERMINISTIC = new WeakMap<Detector, Detector["find"]>();

/**
 * Whether a detector always finds the same in the same text, because it calls no function of the
 * application.
 */
export function isDeterministic(detector: Detector): boolean {
  return DETERMINISTIC.get(detector) === detector.find;
}

function patternSearch(
  name: string,
  pattern: RegExp | undefined,
): (text: string) => Iterable<Stretch> {
  if (!isPattern(pattern)) {
    throw new ConfigurationError(
      `defineDetector: pattern of ${name} must be a regular expression.`,
    );
  }
  try {
    const linear = new LinearPattern(pattern);
    return (text) => linear.findAll(text);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new ConfigurationError(
      `defineDetector: ${error.message}. Use validate, context or find for what it cannot say.`,
      { cause: error },
    );
  }
}

function includesAny(view: string, literals: readonly string[]): boolean {
  const lower = view.toLowerCase();
  return literals.some((literal) => lower.includes(literal));
}

function contextRule(words: readonly string[] | undefined): ContextRule | undefined {
  if (words === undefined || words.length === 0) return undefined;
  const lower = words.map((word) => word.toLowerCase());
  return ({ before, after }) => lower.some((word) => before.includes(word) || after.includes(word));
}
