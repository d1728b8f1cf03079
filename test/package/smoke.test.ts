import { delimiter } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { runWell } from "./run.ts";

const project = inject("project");

/** The present Node.js, and those that `NODE_BINARIES` lists (separated as `PATH` is). */
const binaries = [process.execPath, ...(process.env.NODE_BINARIES ?? "").split(delimiter)].filter(
  (binary) => binary !== "",
);

describe.each(binaries)("on %s", (binary) => {
  describe.each(["run.mjs", "run.cjs"])("the installed package (%s)", (runner) => {
    it("guards, calls, reports and ends by itself", async () => {
      const { stdout, stderr } = await runWell(binary, [runner, "two-calls"], { cwd: project });
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
    });

    // What the build takes for unused may be there to keep something else alive.
    it("keeps a body that is being read, however often memory is collected", async () => {
      const args = ["--expose-gc", runner, "held-body"];
      const { stdout, stderr } = await runWell(binary, args, { cwd: project });
      expect(JSON.parse(stdout)).toMatchObject({ delivered: 1, stored: 60 });
      expect(stderr).toBe("");
    });
  });
});
