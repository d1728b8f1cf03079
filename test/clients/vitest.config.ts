import { configDefaults } from "vitest/config";
import { CLIENTS, FAULTS, suite } from "../../vitest.config.ts";

/** Guarded clients beside bare ones, in each of their majors, and those that few apps have. */
export default suite({
  include: CLIENTS,
  exclude: [...configDefaults.exclude, ...FAULTS],
  isolate: false,
});
