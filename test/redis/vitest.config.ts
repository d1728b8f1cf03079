import { suite } from "../../vitest.config.ts";

/** Tests against a real Redis server, which each file starts itself. */
export default suite({ include: ["test/redis/**/*.test.ts"] });
