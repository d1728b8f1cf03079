import { inspect, isDeepStrictEqual } from "node:util";

/** Something the demo claims, and whether it was so. */
export interface Fact {
  readonly claim: string;
  /** What was seen instead, on one line; undefined when the claim holds. */
  readonly difference: string | undefined;
}

/** The claim that a value is exactly the expected one, members and all. */
export function same(claim: string, seen: unknown, expected: unknown): Fact {
  if (isDeepStrictEqual(seen, expected)) return { claim, difference: undefined };
  return { claim, difference: `expected ${oneLine(expected)}, saw ${oneLine(seen)}` };
}

/** The claim that `condition` holds; `seen` is what it was read from, for when it does not. */
export function holds(claim: string, condition: boolean, seen: unknown): Fact {
  return { claim, difference: condition ? undefined : `saw ${oneLine(seen)}` };
}

/** What is judged of a scene once it is over. */
export interface Judged {
  readonly title: string;
  readonly facts: readonly Fact[];
}

/** How the whole demo went. */
export interface Verdict {
  readonly exitCode: 0 | 1;
  /** Facts that were checked. */
  readonly checked: number;
  /** One line for each fact that was otherwise, naming its scene. */
  readonly differences: readonly string[];
}

/** Everything was as it should be only if every scene was played, and proved something. */
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
