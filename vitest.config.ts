import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // They build and install the package, which takes minutes: `npm run test:package`; they need a
    // Redis server: `npm run test:redis`; they time every detector: `npm run test:growth`.
    exclude: [...configDefaults.exclude, "test/package/**", "test/redis/**", "test/growth/**"],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    setupFiles: ["test/support/property-seed.ts"],
    // A machine that is shared can stall for longer than any deadline here is generous.
    retry: process.env.CI === "true" ? 2 : 0,
    pool: "forks",
    // Much of a test's time is waiting: one fewer than cores, the default, would leave one idle, and
    // so does one for each.
    maxWorkers: 3,
  },
});
