import { configDefaults, defineConfig } from "vitest/config";
import base from "../../vitest.config.ts";

// Each project includes its own files only.
const { projects: _, ...shared } = base.test ?? {};

/** Tests against a real Redis server, which each file starts itself. */
export default defineConfig({
  test: {
    ...shared,
    root: `${import.meta.dirname}/../..`,
    include: ["test/redis/**/*.test.ts"],
    exclude: configDefaults.exclude,
    globalSetup: "test/support/processes/plain-sources.ts",
  },
});
