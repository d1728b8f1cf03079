import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { listRepository, ROOT } from "./source-files.ts";

/** Runs anew before every file, and registers what the others leave to it. */
const TIDY_UP = "test/support/runner/tidy-up.ts";

/** At the margin, which is to say when the module is loaded. */
const HOOK = /^(?:before|after)(?:Each|All)\(/m;

/** The files of tests that share a process load a helper once: its hook would serve the first alone. */
it("a helper of tests registers no hook when it is loaded", () => {
  const helpers = listRepository().filter(
    (path) => /^test\/.*\.ts$/.test(path) && !path.endsWith(".test.ts"),
  );
  const withHooks = helpers.filter((path) => HOOK.test(readFileSync(join(ROOT, path), "utf8")));
  expect(withHooks).toEqual([TIDY_UP]);
});
