import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["*.test.ts"],
    globalSetup: "./pack.ts",
    // They share one installed copy, and most of their time is other programs'.
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 300_000,
    // A machine that is shared can stall for longer than any deadline here is generous.
    retry: process.env.CI === "true" ? 1 : 0,
    pool: "forks",
  },
});
