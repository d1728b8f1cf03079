import { afterAll, afterEach, expect } from "vitest";
import { leftByFile, leftByTest } from "./leftovers.ts";

/** Runs before every file of tests, whatever modules it shares with others. */

const globals = () => {
  const { fetch, Request, Response } = globalThis;
  return { fetch, Request, Response };
};

const found = globals();
const { env } = process;
const variables = { ...env };

// The next file of the same process would be given what this one has put in their place.
afterAll(() => expect(globals()).toEqual(found));
afterAll(() => {
  // A copy in its place would be left as it is by what puts variables back (`vi.unstubAllEnvs`).
  expect(process.env).toBe(env);
  expect({ ...env }).toEqual(variables);
});
afterAll(() => leftByFile.remove());
afterEach(() => leftByTest.remove());
