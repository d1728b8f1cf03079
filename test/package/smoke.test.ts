import { delimiter } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { runWell } from "./run.ts";

/**
 * The present Node.js, and those that `NODE_BINARIES` lists (separated as `PATH` is).
 */
const binaries = [process.execPath, ...(process.env.NODE_BINARIES ?? "").split(delimiter)].filter(
  (binary) => binary !== "",
);

describe.each(binaries)("on %s", (binary) => {
  it.each(["smoke.mjs", "smoke.cjs"])(
    "guards, calls, reports and ends by itself (%s)",
    async (script) => {
      const { stdout, stderr } = await runWell(binary, [script], { cwd: inject("project") });
      expect(JSON.parse(stdout)).toEqual({
        output: "Paris",
        decision: true,
        delivered: 1,
        pending: 0,
        denied: "guard_denied",
        stored: ["What is the capital of France?"],
        globalDispatcher: "as before",
      });
      expect(stderr).toBe("");
    },
  );
});
