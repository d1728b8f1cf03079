import { afterAll, afterEach } from "vitest";
import { leftByFile, leftByTest } from "./leftovers.ts";

/** Runs before every file of tests, whatever modules it shares with others. */

afterEach(() => leftByTest.remove());
afterAll(() => leftByFile.remove());
