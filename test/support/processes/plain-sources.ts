import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildSync } from "esbuild";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** Where the copies of this run are, told to its workers. */
const FOLDER = "PLAIN_SOURCES";

/** What a child process is started with or imports by itself. */
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
  "./test/examples/readme/*.ts",
];

/** Once for a whole run of tests: makes the copies, and gives what removes them. */
export default function setup(): () => void {
  const folder = writeCopies();
  process.env[FOLDER] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/**
 * The address of a source file's copy in plain JavaScript, for a child process: one that takes
 * the types out of all it loads needs a second to begin, of which a run of all tests has eighty.
 *
 * @param path From the root of the repository, and one of `ENTRIES`: `src/index.ts`.
 */
export function plainSource(path: string): URL {
  // A script that is no test has nobody who made them before it.
  process.env[FOLDER] ??= writeCopiesForThisProcess();
  return pathToFileURL(join(process.env[FOLDER], path.replace(/\.ts$/, ".js")));
}

/** Beside the packages, so that copies find the ones that their originals find. */
function writeCopies(): string {
  const outdir = mkdtempSync(join(ROOT, "node_modules/.plain-sources-"));
  buildSync({
    absWorkingDir: ROOT,
    entryPoints: ENTRIES,
    outbase: ".",
    outdir,
    bundle: true,
    // They share what they share in the sources, and load lazily what is loaded lazily there.
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
