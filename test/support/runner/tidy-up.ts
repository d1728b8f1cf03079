import { afterAll, afterEach, expect } from "vitest";
import { leftByFile, leftByTest } from "./leftovers.ts";

/** Runs before every test file, whatever modules it shares with others. */

const globals = () => {
  const { fetch, Request, Response } = globalThis;
  return { fetch, Request, Response };
};

const found = globals();
const { env } = process;
const variables = { ...env };

// The next file in the same process would get replaced globals.
afterAll(() => expect(globals()).toEqual(found));
afterAll(() => {
  // `vi.unstubAllEnvs` would not restore a copy in its place.
  expect(process.env).toBe(env);
  expect({ ...env }).toEqual(variables);
});
afterAll(() => leftByFile.remove());
afterEach(() => leftByTest.remove());
