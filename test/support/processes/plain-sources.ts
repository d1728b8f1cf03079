import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildSync } from "esbuild";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** Environment variable with the folder of the copies, for worker processes. */
const FOLDER = "PLAIN_SOURCES";

/** Files that child processes start or import directly. */
const ENTRIES = [
  "./src/*.ts",
  "./src/cli/main.ts",
  "./src/delivery/durable-delivery.ts",
  "./src/integrations/*.ts",
  "./src/local/index.ts",
  "./src/testing/contract-service.ts",
  "./src/transport/undici-transport.ts",
  "./examples/*.ts",
  "./examples/serverless/*.ts",
  "./test/delivery/durable/exit-child.ts",
  "./test/delivery/outbox-bench.ts",
  "./test/programs/examples/readme/*.ts",
];

/** Global setup of a test run: creates the copies, and returns a function that removes them. */
export default function setup(): () => void {
  const folder = writeCopies();
  process.env[FOLDER] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/**
 * The URL of a source file's copy in plain JavaScript, for a child process: compiling TypeScript at
 * run time would take about a second for each.
 *
 * @param path From the root of the repository, and one of `ENTRIES`: `src/index.ts`.
 */
export function plainSource(path: string): URL {
  // A script outside of the test run has no copies yet.
  process.env[FOLDER] ??= writeCopiesForThisProcess();
  return pathToFileURL(join(process.env[FOLDER], path.replace(/\.ts$/, ".js")));
}

/** Next to the packages, so that the copies resolve the same ones. */
function writeCopies(): string {
  const outdir = mkdtempSync(join(ROOT, "node_modules/.plain-sources-"));
  buildSync({
    absWorkingDir: ROOT,
    entryPoints: ENTRIES,
    outbase: ".",
    outdir,
    bundle: true,
    // Shared and lazily loaded modules stay so in the copies.
    splitting: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target: "node20",
  });
  return outdir;
}

function writeCopiesForThisProcess(): string {
  const folder = writeCopies();
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
