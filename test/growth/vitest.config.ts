import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["*.test.ts"],
    testTimeout: 60_000,
    // A shared machine can stall for longer than any limit here allows.
    retry: process.env.CI === "true" ? 2 : 0,
    pool: "forks",
  },
});
