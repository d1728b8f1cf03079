import { expect, inject, it } from "vitest";
import { runWell } from "./run.ts";

const project = inject("project");

/**
 * Reads the sources of CommonJS files itself, as Yarn's Plug'n'Play does, whose packages are zip
 * archives. Those whose path ends in `slow` take longer.
 */
const loaderWith = (slow: string): string => `
  import { readFile } from "node:fs/promises";
  export async function load(url, context, nextLoad) {
    const loaded = await nextLoad(url, context);
    if (loaded.format !== "commonjs") return loaded;
    if (url.endsWith("${slow}")) await new Promise((resolve) => setTimeout(resolve, 500));
    return { ...loaded, source: await readFile(new URL(url)) };
  }`;

const asDataUrl = (source: string): string =>
  `data:text/javascript,${encodeURIComponent(source.trim())}`;

// On Node.js 20 and 22, such a file cannot be required while it is being imported.
it.each(["pool.js", "connect.js"])(
  "makes calls under a loader that reads packages itself, however long undici's %s takes",
  async (slow) => {
    const loader = JSON.stringify(asDataUrl(loaderWith(slow)));
    const register = `import { register } from "node:module"; register(${loader});`;
    const script = `
      import { GuardedModelClient } from "guarded-model-client";
      import { startLocalDataPlane } from "guarded-model-client/local";
      const plane = await startLocalDataPlane();
      const guard = new GuardedModelClient(plane.clientOptions);
      const { output } = await guard.call({ model: "m", input: "Hi", execute: async () => "Hello" });
      console.log(output);
      await guard.close();
      await plane.close();`;
    const args = ["--import", asDataUrl(register), "--input-type=module", "--eval", script];
    expect(await runWell(process.execPath, args, { cwd: project })).toMatchObject({
      stdout: "Hello\n",
    });
  },
);
