import type { ReceivedRequest } from "../server/received-request.ts";
import { checkScript, checkStep } from "./check-script.ts";
import type { RandomSteps, Script, ScriptStep, Step } from "./script-step.ts";

/** Returns the next request's step; undefined means `"pass"`. */
export type NextStep = () => ScriptStep | undefined;

/**
 * Checks a script, and returns a function that is called for each request.
 *
 * @throws TypeError if it is invalid.
 */
export function readScript(script: Script): NextStep {
  checkScript(script);
  if (typeof script === "object") {
    if (isList(script)) return takingTurns(script);
    if ("always" in script) return () => script.always;
    if ("random" in script) return byChance(script.random);
  }
  return takingTurns([script]);
}

/**
 * Resolves a step, which may be a function, for this request.
 *
 * @throws TypeError if a function returns an invalid step.
 */
export async function resolveStep(step: ScriptStep, request: ReceivedRequest): Promise<Step> {
  if (typeof step !== "function") return step;
  const found = (await step(request)) ?? "pass";
  checkStep(found);
  return found;
}

function isList(script: Script): script is readonly ScriptStep[] {
  return Array.isArray(script);
}

function takingTurns(steps: readonly ScriptStep[]): NextStep {
  let turn = 0;
  return () => {
    const step = steps[turn];
    turn += 1;
    return step;
  };
}

function byChance({ rate, seed, steps }: RandomSteps): NextStep {
  const random = seededRandom(seed ?? 1);
  return () => (random() < rate ? steps[Math.floor(random() * steps.length)] : undefined);
}

/** Mulberry32: a small and fast generator with the same results on every machine. */
function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
