import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, inject, it } from "vitest";
import { runWell } from "./run.ts";

const project = inject("project");

const PROGRAM = `
  import { GuardedModelClient } from "guarded-model-client";
  import { startLocalDataPlane } from "guarded-model-client/local";
  import { createMasker } from "guarded-model-client/masking";
  async function main() {
    const plane = await startLocalDataPlane();
    const guard = new GuardedModelClient({ ...plane.clientOptions, masker: createMasker() });
    const execute = async ({ input }) => input;
    const { output } = await guard.call({ model: "m", input: "to ada@example.com", execute });
    const { delivered } = await guard.close();
    await plane.close();
    console.log(output, delivered);
  }
  void main();`;

it.each([
  ["CommonJS", "cjs", []],
  ["an ES module with undici outside of it", "esm", ["undici"]],
] as const)(
  "works in a program that is bundled into one file, %s",
  async (_name, format, external) => {
    const folder = join(project, `bundle-${format}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "program.mjs"), PROGRAM);
    const outfile = join(folder, `bundled.${format === "cjs" ? "cjs" : "mjs"}`);
    await build({
      entryPoints: [join(folder, "program.mjs")],
      bundle: true,
      platform: "node",
      format,
      external: [...external],
      outfile,
      logLevel: "error",
    });
    const { stdout, stderr } = await runWell(process.execPath, [outfile], { cwd: folder });
    expect(stdout).toBe("to [EMAIL_1] 1\n");
    expect(stderr).toBe("");
  },
);
