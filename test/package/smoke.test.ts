import { delimiter } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { runWell } from "./run.ts";

const project = inject("project");

/** The current Node.js, and those in `NODE_BINARIES` (separated as in `PATH`). */
const binaries = [process.execPath, ...(process.env.NODE_BINARIES ?? "").split(delimiter)].filter(
  (binary) => binary !== "",
);

describe.each(binaries)("on %s", (binary) => {
  describe.each(["run.mjs", "run.cjs"])("the installed package (%s)", (runner) => {
    it("guards a call, delivers its event and ends by itself", async () => {
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

    // The build must not remove as unused what keeps the body alive.
    it("keeps a response body that is being read through garbage collections", async () => {
      const args = ["--expose-gc", runner, "held-body"];
      const { stdout, stderr } = await runWell(binary, args, { cwd: project });
      expect(JSON.parse(stdout)).toMatchObject({ delivered: 1, stored: 60 });
      expect(stderr).toBe("");
    });
  });
});
