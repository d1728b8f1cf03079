import { configDefaults, defineConfig, type ViteUserConfig } from "vitest/config";

/** They start and kill processes, fill disks and wait out outages: `npm run test:faults`. */
export const FAULTS = [
  "test/faults/**/*.test.ts",
  "test/delivery/durable/**/*.test.ts",
  "test/**/*process*.test.ts",
];

/** They start the command, the examples and the README's code: `npm run test:programs`. */
export const PROGRAMS = ["test/programs/**/*.test.ts"];

/**
 * They compare guarded clients with bare ones in each of their majors, and guard those that few apps
 * have: `npm run test:clients`.
 */
export const CLIENTS = ["test/integrations/{ai-sdk,bedrock,fidelity,google}/**/*.test.ts"];

/**
 * What has a script of its own, too: they build and install the package, which takes minutes (`npm
 * run test:package`), need a Redis server (`npm run test:redis`), or time the masker and weigh what
 * it holds (`npm run test:growth`).
 */
const ELSEWHERE = [
  ...configDefaults.exclude,
  "test/package/**",
  "test/redis/**",
  "test/growth/**",
  ...PROGRAMS,
  ...CLIENTS,
  ...FAULTS,
];

/**
 * They count timers and listeners of their process, where others' may come to their end, put
 * something in the place of modules that others have loaded, or collect garbage again and again,
 * which takes seconds where others have left much.
 */
const ALONE = [
  "test/lifecycle/active-calls.test.ts",
  "test/lifecycle/guard/fallback.test.ts",
  "test/lifecycle/masking/unloaded-masking.test.ts",
  "test/lifecycle/stream/stream-garbage.test.ts",
  "test/lifecycle/unloadable-modules.test.ts",
  "test/masking/rehearsal.test.ts",
  "test/transport/waiting.test.ts",
];

const PLAIN_SOURCES = "test/support/processes/plain-sources.ts";

/** What all suites have in common that run from the sources. */
const SHARED: ViteUserConfig["test"] = {
  // For what never ends: whatever takes long on a busy machine is given the time.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
  setupFiles: ["test/support/runner/property-seed.ts", "test/support/runner/tidy-up.ts"],
  // A machine that is shared can stall for longer than any deadline here is generous.
  retry: process.env.CI === "true" ? 2 : 0,
  pool: "forks",
  // Much of a test's time is waiting: one fewer than cores, the default, would leave one idle, and
  // so does one for each.
  maxWorkers: 4,
};

/** A suite with a script of its own. */
export function suite(own: ViteUserConfig["test"]): ViteUserConfig {
  return defineConfig({
    test: {
      ...SHARED,
      root: import.meta.dirname,
      exclude: configDefaults.exclude,
      globalSetup: PLAIN_SOURCES,
      ...own,
    },
  });
}

export default defineConfig({
  test: {
    ...SHARED,
    projects: [
      {
        extends: true,
        test: {
          // They leave nothing behind and may find modules loaded, ours and those of the clients
          // they guard: loading those anew for each file took as long as all the tests.
          name: "together",
          include: ["test/**/*.test.ts"],
          exclude: [...ELSEWHERE, ...ALONE],
          isolate: false,
          globalSetup: PLAIN_SOURCES,
        },
      },
      { extends: true, test: { name: "apart", include: ALONE } },
    ],
  },
});
