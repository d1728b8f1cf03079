import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["*.test.ts"],
    globalSetup: "./pack.ts",
    // The files share one installed copy, and mostly wait for other programs.
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 300_000,
    // A shared machine can stall for longer than any deadline here allows.
    retry: process.env.CI === "true" ? 1 : 0,
    pool: "forks",
  },
});
