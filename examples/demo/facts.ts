import { inspect, isDeepStrictEqual } from "node:util";

/** A claim of the demo, and whether it holds. */
export interface Fact {
  readonly claim: string;
  /** What was seen instead, on one line; undefined if the claim holds. */
  readonly difference: string | undefined;
}

/** The claim that a value deeply equals the expected one. */
export function same(claim: string, seen: unknown, expected: unknown): Fact {
  if (isDeepStrictEqual(seen, expected)) return { claim, difference: undefined };
  return { claim, difference: `expected ${oneLine(expected)}, saw ${oneLine(seen)}` };
}

/** The claim that `condition` holds; `seen` is shown if it does not. */
export function holds(claim: string, condition: boolean, seen: unknown): Fact {
  return { claim, difference: condition ? undefined : `saw ${oneLine(seen)}` };
}

/** The checked facts of a scene. */
export interface Judged {
  readonly title: string;
  readonly facts: readonly Fact[];
}

/** The result of the whole demo. */
export interface Verdict {
  readonly exitCode: 0 | 1;
  /** Number of facts checked. */
  readonly checked: number;
  /** One line for each fact that does not hold, with the name of its scene. */
  readonly differences: readonly string[];
}

/** The demo succeeds only if every scene was played and has at least one fact. */
export function judge(scenes: readonly Judged[], expectedScenes: number): Verdict {
  const differences: string[] = [];
  for (const { title, facts } of scenes) {
    if (facts.length === 0) differences.push(`${title}: nothing was checked`);
    for (const { claim, difference } of facts) {
      if (difference !== undefined) differences.push(`${title}: ${claim} But: ${difference}`);
    }
  }
  if (scenes.length !== expectedScenes) {
    differences.push(`${scenes.length} scenes were played, not ${expectedScenes}`);
  }
  const checked = scenes.reduce((sum, { facts }) => sum + facts.length, 0);
  return { exitCode: differences.length === 0 ? 0 : 1, checked, differences };
}

function oneLine(value: unknown): string {
  return inspect(value, { breakLength: Number.POSITIVE_INFINITY, depth: 6, maxStringLength: 200 });
}
