import { describe, expect, it } from "vitest";
import { createMasker, PII_DETECTORS, SECRET_DETECTORS } from "../../src/masking/index.ts";
import { fastest } from "../masking/texts/fastest.ts";
import { ALNUM, pick, randomFrom } from "../masking/texts/samples.ts";

const SIGNS = [..." \n\t.,;:|=-_@&\"'`<>()[]{}/\\%"];
const BETWEEN = [
  '"],["',
  '", "',
  '" "',
  ": ",
  "='",
  "\\n",
  '\\"',
  "<td>",
  "</td>",
  "://",
  "1",
  "é",
];
const LITERALS = [...PII_DETECTORS, ...SECRET_DETECTORS].flatMap(
  ({ gates }) => gates.literals ?? [],
);
/** Enough to contain rows of whatever the pieces say, each of which may be read by others. */
const SIZE = 20_000;
const TEXTS = 300;

/** A few pieces in a random order, over and over: what triggers a detector, signs, and values. */
function textOf(seed: number): string {
  const random = randomFrom(seed);
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const value = (): string => pick(random, ALNUM, 4 + Math.floor(300 * random() ** 3));
  const pieces = [() => one(LITERALS), () => one(SIGNS), () => one(BETWEEN), value];
  const count = 1 + Math.floor(random() * 5);
  const row = Array.from({ length: count }, () => one(pieces)()).join("");
  return row.repeat(Math.ceil(SIZE / row.length)).slice(0, SIZE);
}

describe("no text keeps the masker busy", () => {
  it("whatever it repeats", () => {
    const masker = createMasker({ remember: false });
    const first = Math.floor(Math.random() * 1e9);
    console.log(`random pieces from seed ${first}`);
    for (let seed = first; seed < first + TEXTS; seed++) {
      const text = textOf(seed);
      // A tenth of the limit for 200 kB, and room for a shared core.
      const ms = fastest(() => masker.mask(text), 80);
      expect(ms, `seed ${seed}: ${JSON.stringify(text.slice(0, 400))}`).toBeLessThan(150);
    }
  });
});
