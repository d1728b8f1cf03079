import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { listRepository, ROOT } from "./source-files.ts";

/** Runs again for every test file, and registers hooks on behalf of the others. */
const TIDY_UP = "test/support/runner/tidy-up.ts";

/** At the start of a line, which means that it runs when the module is loaded. */
const HOOK = /^(?:before|after)(?:Each|All)\(/m;

/**
 * Test files that share a process load a helper once, so its hook would run for the first file
 * only.
 */
it("a test helper registers no hook when it is loaded", () => {
  const helpers = listRepository().filter(
    (path) => /^test\/.*\.ts$/.test(path) && !path.endsWith(".test.ts"),
  );
  const withHooks = helpers.filter((path) => HOOK.test(readFileSync(join(ROOT, path), "utf8")));
  expect(withHooks).toEqual([TIDY_UP]);
});
