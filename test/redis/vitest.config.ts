import { configDefaults, defineConfig } from "vitest/config";
import base from "../../vitest.config.ts";

/** Tests against a real Redis server, which each file starts for itself. */
export default defineConfig({
  test: {
    ...base.test,
    root: `${import.meta.dirname}/../..`,
    include: ["test/redis/**/*.test.ts"],
    exclude: configDefaults.exclude,
  },
});
