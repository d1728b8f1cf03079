import { describe, expect, it } from "vitest";
import { leftByTest } from "../runner/leftovers.ts";
import {
  type StrictDataPlane,
  type StrictOptions,
  startStrictDataPlane,
} from "./strict-data-plane.ts";
import { HandMadeClient } from "./strict-wrong-client.ts";

/** What a client does, by hand. */
export type Deed = (client: HandMadeClient, plane: StrictDataPlane) => Promise<unknown>;

/** What is done wrong, the breach that must be seen, and how the plane is started. */
export type WrongRow = readonly [
  title: string,
  breach: RegExp,
  wrong: Deed,
  options?: StrictOptions,
];

/** What is done right, and how the plane is started. */
export type RightRow = readonly [title: string, right: Deed, options?: StrictOptions];

/** An original that masking takes out. */
export const ORIGINAL = "joe@example.com";

/** A strict data plane that is closed after the test. */
export async function startForTest(options?: StrictOptions): Promise<StrictDataPlane> {
  const plane = await startStrictDataPlane(options);
  leftByTest.add(() => plane.close());
  return plane;
}

/** A whole lifecycle, all of it right. */
export async function wholeLifecycle(client: HandMadeClient): Promise<void> {
  await client.guard();
  await client.ingest();
  await client.finalize();
}

/** One test for each way of being wrong. */
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

/** One test for each way of being right. */
export function hasNothingToSayAbout(rows: readonly RightRow[]): void {
  describe("a strict data plane has nothing to say about", () => {
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
