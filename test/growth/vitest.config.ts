import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["*.test.ts"],
    testTimeout: 60_000,
    // A machine that is shared can stall for longer than any limit here is generous.
    retry: process.env.CI === "true" ? 2 : 0,
    pool: "forks",
  },
});
