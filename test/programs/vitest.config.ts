import { PROGRAMS, suite } from "../../vitest.config.ts";

/** The command, the examples and the README's code, most of them started as their users do. */
export default suite({ include: PROGRAMS, isolate: false });
