import { validateHeaderName, validateHeaderValue } from "node:http";
import type { Fault, RandomSteps, Script } from "./script-step.ts";

/** All faults; a missing one is a type error. */
const FAULTS: Readonly<Record<Fault, true>> = {
  reset: true,
  "reset-after-store": true,
  "stall-headers": true,
  "stall-body": true,
  "trickle-body": true,
  "truncate-body": true,
  "reset-body": true,
  garbage: true,
  "deliver-twice": true,
};

/** An object with one of these keys is a step, and so is an empty object, which is a pass. */
const TELLING = ["fault", "redirect", "status", "pass", "edit", "headers", "delayMs", "afterStore"];

type StepKind = "fault" | "redirect" | "status" | "pass";

const TIMING = ["delayMs", "afterStore"];

/** The keys that have an effect in each kind of step. */
const KEYS: Readonly<Record<StepKind, ReadonlySet<string>>> = {
  fault: new Set([...TIMING, "fault", "everyMs"]),
  redirect: new Set([...TIMING, "redirect", "status"]),
  status: new Set([...TIMING, "status", "body", "raw", "headers", "padToBytes", "gzip"]),
  pass: new Set([...TIMING, "pass", "edit", "headers"]),
};

/** All keys of steps. */
const NAMES: ReadonlySet<string> = new Set(Object.values(KEYS).flatMap((keys) => [...keys]));

/**
 * Checks a script strictly, because a misspelt step would let a test pass for the wrong reason.
 *
 * @throws TypeError naming what is wrong.
 */
export function checkScript(script: Script): void {
  if (Array.isArray(script)) for (const step of script) checkStep(step);
  else if (isObject(script) && "always" in script) {
    checkKeys("script with always", script, new Set(["always"]));
    checkStep(script.always);
  } else if (isObject(script) && "random" in script) {
    checkKeys("script with random", script, new Set(["random"]));
    checkRandom(script.random);
  } else checkStep(script);
}

function checkRandom(random: RandomSteps): void {
  const { rate, steps, seed = 1 } = random ?? {};
  if (typeof rate !== "number" || !(rate >= 0 && rate <= 1)) {
    throw new TypeError("A script's random.rate must be a number from 0 to 1.");
  }
  if (!Array.isArray(steps)) throw new TypeError("A script's random.steps must be an array.");
  if (!Number.isInteger(seed))
    throw new TypeError("A script's random.seed must be a whole number.");
  checkKeys("script's random", random, new Set(["rate", "seed", "steps"]));
  for (const step of steps) checkStep(step);
}

/**
 * Checks one step. The results of step functions are checked when they are called.
 *
 * @throws TypeError naming what is wrong.
 */
export function checkStep(step: unknown): void {
  if (typeof step === "function" || step === "pass") return;
  if (typeof step === "string") {
    checkFault(step);
    return;
  }
  if (!isObject(step)) {
    throw new TypeError("A script's step must be an object, a function, or the name of a fault.");
  }
  if (Object.keys(step).length > 0 && !TELLING.some((name) => name in step)) {
    throw new TypeError(
      `A script's step must have one of ${TELLING.join(", ")}: check its spelling.`,
    );
  }
  checkKeys("script's step", step, NAMES);
  const kind = kindOf(step);
  checkKeys(kind === "pass" ? "step without status" : `step with ${kind}`, step, KEYS[kind]);
  if ("fault" in step) checkFault(step.fault);
  if ("status" in step) checkStatus(step.status, kind);
  for (const [name, value] of Object.entries(step)) {
    const rule = value === undefined ? undefined : RULES[name];
    if (rule?.holds(value) === false) throw new TypeError(`A step's ${name} must be ${rule.be}.`);
  }
}

/** The kind as which a step is performed. */
function kindOf(step: object): StepKind {
  if ("fault" in step) return "fault";
  if ("redirect" in step) return "redirect";
  return "status" in step ? "status" : "pass";
}

/** A key without effect would look as if it had one. */
function checkKeys(what: string, given: object, known: ReadonlySet<string>): void {
  for (const [name, value] of Object.entries(given)) {
    if (known.has(name) || (value === undefined && NAMES.has(name))) continue;
    throw new TypeError(`A ${what} has no ${name}: it would be ignored.`);
  }
}

interface ValueRule {
  readonly be: string;
  readonly holds: (value: unknown) => boolean;
}

const DURATION: ValueRule = {
  be: "a number of at least 0",
  holds: (value) => typeof value === "number" && value >= 0,
};
const FLAG: ValueRule = { be: "true or false", holds: (value) => typeof value === "boolean" };

/**
 * Rules for values that Node.js would misinterpret: an invalid delay fires at once, for example.
 */
const RULES: Readonly<Record<string, ValueRule>> = {
  delayMs: DURATION,
  everyMs: DURATION,
  padToBytes: { be: "a whole number", holds: Number.isInteger },
  afterStore: FLAG,
  gzip: FLAG,
  headers: { be: "an object of names and values that HTTP can carry", holds: areHeaders },
  edit: { be: "a function", holds: (value) => typeof value === "function" },
  redirect: { be: "a text", holds: (value) => typeof value === "string" },
  raw: {
    be: "a text or bytes",
    holds: (value) => typeof value === "string" || ArrayBuffer.isView(value),
  },
};

function checkFault(fault: unknown): void {
  if (Object.hasOwn(FAULTS, String(fault))) return;
  throw new TypeError(`There is no such fault, only ${Object.keys(FAULTS).join(", ")}.`);
}

/** Informational responses (RFC 9110, section 15.2) do not end an exchange. */
function checkStatus(status: unknown, kind: StepKind): void {
  // Redirects have a default.
  if (status === undefined && kind === "redirect") return;
  if (Number.isInteger(status) && (status as number) >= 200 && (status as number) <= 999) return;
  throw new TypeError("A step's status must be a whole number from 200 to 999.");
}

/** Others would be a 500 in place of the step, which a client just retries. */
function areHeaders(value: unknown): boolean {
  if (!isObject(value)) return false;
  try {
    for (const [name, text] of Object.entries(value)) {
      validateHeaderName(name);
      validateHeaderValue(name, text);
    }
    return true;
  } catch {
    return false;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
