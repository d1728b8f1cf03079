import { configDefaults } from "vitest/config";
import { FAULTS, suite } from "../../vitest.config.ts";

/** What may go wrong around a process: services, providers, disks, clocks, and its own end. */
export default suite({
  include: FAULTS,
  exclude: [...configDefaults.exclude, "test/redis/**"],
});
