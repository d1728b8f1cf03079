import { configDefaults, defineConfig } from "vitest/config";
import base, { CLIENTS, FAULTS } from "../../vitest.config.ts";

// Each project includes its own files only.
const { projects: _, ...shared } = base.test ?? {};

/** Guarded clients beside bare ones, in each of their majors, and those that few apps have. */
export default defineConfig({
  test: {
    ...shared,
    root: `${import.meta.dirname}/../..`,
    include: CLIENTS,
    exclude: [...configDefaults.exclude, ...FAULTS],
    isolate: false,
    globalSetup: "test/support/processes/plain-sources.ts",
  },
});
