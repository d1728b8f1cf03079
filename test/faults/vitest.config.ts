import { configDefaults, defineConfig } from "vitest/config";
import base, { FAULTS } from "../../vitest.config.ts";

// Each project includes its own files only.
const { projects: _, ...shared } = base.test ?? {};

/** What may go wrong around a process: services, providers, disks, clocks, and its own end. */
export default defineConfig({
  test: {
    ...shared,
    root: `${import.meta.dirname}/../..`,
    include: FAULTS,
    exclude: [...configDefaults.exclude, "test/redis/**"],
    globalSetup: "test/support/processes/plain-sources.ts",
  },
});
