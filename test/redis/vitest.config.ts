import { configDefaults, defineConfig } from "vitest/config";
import base from "../../vitest.config.ts";

// Projects have files of their own, whatever is included beside them.
const { projects: _, ...shared } = base.test ?? {};

/** Tests against a real Redis server, which each file starts for itself. */
export default defineConfig({
  test: {
    ...shared,
    root: `${import.meta.dirname}/../..`,
    include: ["test/redis/**/*.test.ts"],
    exclude: configDefaults.exclude,
    globalSetup: "test/support/processes/plain-sources.ts",
  },
});
