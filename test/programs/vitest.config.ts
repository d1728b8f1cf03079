import { configDefaults, defineConfig } from "vitest/config";
import base, { PROGRAMS } from "../../vitest.config.ts";

// Each project includes its own files only.
const { projects: _, ...shared } = base.test ?? {};

/** The command, the examples and the README's code, most of them started as their users do. */
export default defineConfig({
  test: {
    ...shared,
    root: `${import.meta.dirname}/../..`,
    include: PROGRAMS,
    exclude: configDefaults.exclude,
    isolate: false,
    globalSetup: "test/support/processes/plain-sources.ts",
  },
});
