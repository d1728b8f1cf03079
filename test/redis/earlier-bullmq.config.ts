import { mergeConfig } from "vitest/config";
import config from "./vitest.config.ts";

/** The contract of a delivery over the earliest major of BullMQ that is promised. */
export default mergeConfig(
  { ...config, test: { ...config.test, include: [] } },
  {
    resolve: { alias: [{ find: /^bullmq$/, replacement: "bullmq5" }] },
    test: {
      include: ["contract", "running-calls", "sick-redis"].map(
        (name) => `test/redis/${name}.test.ts`,
      ),
      setupFiles: ["test/redis/expect-earlier-bullmq.ts"],
    },
  },
);
