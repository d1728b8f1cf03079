import { afterEach, expect, it, vi } from "vitest";
import { secureRandom } from "../../../src/lifecycle/transcript/secure-random.ts";

/** More than the generator draws at once. */
const MANY = 1_000;

const draws = (): number[] => Array.from({ length: MANY }, secureRandom);

afterEach(() => {
  vi.restoreAllMocks();
});

it("never repeats a number, so that nobody can tell the markers of a call from those of another", () => {
  const numbers = draws();
  // Of 2^32 numbers, two of a thousand are the same once in ten thousand runs.
  expect(new Set(numbers).size).toBeGreaterThan(MANY - 3);
  for (const number of numbers) {
    expect(number).toBeGreaterThanOrEqual(0);
    expect(number).toBeLessThan(1);
  }
  expect(Math.max(...numbers)).toBeGreaterThan(0.9);
  expect(Math.min(...numbers)).toBeLessThan(0.1);
});

it("uses each secure number once, and keeps none in memory", () => {
  // What is left of earlier draws is not known here.
  draws();
  const stores: Uint32Array[] = [];
  let next = 0;
  vi.spyOn(crypto, "getRandomValues").mockImplementation((store) => {
    if (!(store instanceof Uint32Array)) throw new TypeError("another store");
    stores.push(store);
    for (let at = 0; at < store.length; at += 1) store[at] = next++;
    return store;
  });
  const numbers = draws().map((number) => number * 2 ** 32);
  const own = numbers.slice(numbers.indexOf(0));
  expect(own.length).toBeGreaterThan(MANY / 2);
  expect(own).toEqual(own.map((_, at) => at));
  const left = next - own.length;
  expect(stores.at(-1)?.filter((number) => number > 0)).toHaveLength(left);
});
