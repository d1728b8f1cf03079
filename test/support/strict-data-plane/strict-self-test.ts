import { describe, expect, it } from "vitest";
import { leftByTest } from "../runner/leftovers.ts";
import {
  type StrictDataPlane,
  type StrictOptions,
  startStrictDataPlane,
} from "./strict-data-plane.ts";
import { HandMadeClient } from "./strict-wrong-client.ts";

/** What a hand-made client does. */
export type Deed = (client: HandMadeClient, plane: StrictDataPlane) => Promise<unknown>;

/** What is done wrong, the expected breach, and how the data plane is started. */
export type WrongRow = readonly [
  title: string,
  breach: RegExp,
  wrong: Deed,
  options?: StrictOptions,
];

/** What is done correctly, and how the data plane is started. */
export type RightRow = readonly [title: string, right: Deed, options?: StrictOptions];

/** An original value that is masked. */
export const ORIGINAL = "joe@example.com";

/** A strict data plane that is closed after the test. */
export async function startForTest(options?: StrictOptions): Promise<StrictDataPlane> {
  const plane = await startStrictDataPlane(options);
  leftByTest.add(() => plane.close());
  return plane;
}

/** A complete lifecycle, without a breach. */
export async function wholeLifecycle(client: HandMadeClient): Promise<void> {
  await client.guard();
  await client.ingest();
  await client.finalize();
}

/** One test for each breach. */
export function seesBreaches(where: string, rows: readonly WrongRow[]): void {
  describe(`a strict data plane sees, in ${where},`, () => {
    for (const [title, breach, wrong, options] of rows) {
      it(title, async () => {
        const breaches = await breachesOf(wrong, options);
        expect(breaches).toContainEqual(expect.stringMatching(breach));
      });
    }
  });
}

/** One test for each correct behaviour. */
export function hasNothingToSayAbout(rows: readonly RightRow[]): void {
  describe("a strict data plane reports no breach for", () => {
    for (const [title, right, options] of rows) {
      it(title, async () => {
        expect(await breachesOf(right, options)).toEqual([]);
      });
    }
  });
}

async function breachesOf(deed: Deed, options?: StrictOptions): Promise<readonly string[]> {
  const plane = await startForTest(options);
  await deed(new HandMadeClient(plane), plane);
  return plane.breaches;
}
