import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { expect, inject, it } from "vitest";
import { codeSize } from "../../bench/code-size.mjs";
import { run, runWell } from "./run.ts";

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

interface Bundle {
  readonly folder: string;
  readonly program: string;
  readonly format: "cjs" | "esm";
  readonly external: readonly string[];
  readonly banner?: string | undefined;
  readonly plugins?: Plugin[] | undefined;
}

/** Bundles the program into one file. */
async function bundled({
  folder,
  program,
  format,
  external,
  banner = "",
  plugins = [],
}: Bundle): Promise<string> {
  const entry = join(folder, "program.mjs");
  writeFileSync(entry, program);
  const outfile = join(folder, `bundled.${format === "cjs" ? "cjs" : "mjs"}`);
  await build({
    entryPoints: [entry],
    bundle: true,
    platform: "node",
    format,
    external: [...external],
    banner: { js: banner },
    plugins,
    outfile,
    logLevel: "error",
  });
  return outfile;
}

function linkLmdb(folder: string): void {
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  const lmdb = fileURLToPath(new URL("../../node_modules/lmdb", import.meta.url));
  symlinkSync(lmdb, join(folder, "node_modules", "lmdb"), "junction");
}

/** The banner that is commonly used. */
const BANNER =
  "import { createRequire } from 'module'; const require = createRequire(import.meta.url);";

it("the package works in one ES module with a banner that defines require, outbox included", async () => {
  const folder = join(project, "bundle-banner");
  mkdirSync(folder, { recursive: true });
  const program = `${PROGRAM}
    import { durableDelivery } from "guarded-model-client/durable";
    import { openTelemetryObserver } from "guarded-model-client/opentelemetry";
    globalThis.kept = [durableDelivery, openTelemetryObserver];`;
  const outfile = await bundled({
    ...{ folder, program, format: "esm", banner: BANNER },
    external: ["lmdb"],
  });
  linkLmdb(folder);
  const { stdout, stderr } = await runWell(process.execPath, [outfile], { cwd: folder });
  expect([stdout, stderr]).toEqual(["to [EMAIL_1] 1\n", ""]);
});

it.each([
  ["CommonJS", "cjs", []],
  ["an ES module with undici outside of it", "esm", ["undici"]],
] as const)(
  "the package works in a program bundled into one file, %s",
  async (_name, format, external) => {
    const folder = join(project, `bundle-${format}`);
    mkdirSync(folder, { recursive: true });
    const outfile = await bundled({ folder, program: PROGRAM, format, external });
    const { stdout, stderr } = await runWell(process.execPath, [outfile], { cwd: folder });
    expect(stdout).toBe("to [EMAIL_1] 1\n");
    expect(stderr).toBe("");
  },
);

/** Makes `import()` of undici's parts what Parcel makes of it: what they export, without `default`. */
const importsAsParcel: Plugin = {
  name: "imports-as-parcel",
  setup({ onLoad }) {
    onLoad({ filter: /guarded-model-client.dist.\w+\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(/\bimport(?=\(["']undici\/)/g, "require"),
    }));
  },
};

it("the package works in a bundle whose import() of CommonJS has no default, as Parcel's", async () => {
  const folder = join(project, "bundle-parcel");
  mkdirSync(folder, { recursive: true });
  const outfile = await bundled({
    ...{ folder, program: PROGRAM, format: "cjs", external: [] },
    plugins: [importsAsParcel],
  });
  const { stdout, stderr } = await runWell(process.execPath, [outfile], { cwd: folder });
  expect([stdout, stderr]).toEqual(["to [EMAIL_1] 1\n", ""]);
});

/** Fails open for outages: a bundle without a transport is none. */
const UNLOADABLE = `
  import { GuardedModelClient, guardErrorOf } from "guarded-model-client";
  const guard = new GuardedModelClient({
    baseURL: "http://127.0.0.1:9",
    apiKey: "key",
    onGuardUnavailable: "fail-open",
  });
  const execute = async () => console.log("provider called");
  const failures = [];
  for (let call = 0; call < 2; call += 1) {
    const error = await guard.call({ model: "m", input: "a", execute }).catch((error) => error);
    const { kind, attempts, cause } = guardErrorOf(error);
    failures.push({ kind, attempts, said: cause.message, cause: cause.cause.message });
  }
  console.log(JSON.stringify(failures));
  await guard.close();`;

it("the package says what an ES module without require lacks, and never fails open for it", async () => {
  const folder = join(project, "bundle-unloadable");
  mkdirSync(folder, { recursive: true });
  const outfile = await bundled({ folder, program: UNLOADABLE, format: "esm", external: [] });
  const { stdout } = await runWell(process.execPath, [outfile], { cwd: folder });
  const failure = {
    kind: "refused",
    attempts: 1,
    said: expect.stringMatching(/^undici cannot be loaded.* ES module must define require/),
    cause: expect.stringMatching(/^Dynamic require of "node:\w+" is not supported$/),
  };
  expect(JSON.parse(stdout)).toEqual([failure, failure]);
});

const DURABLE = `
  import { GuardedModelClient } from "guarded-model-client";
  import { durableDelivery } from "guarded-model-client/durable";
  import { startLocalDataPlane } from "guarded-model-client/local";
  async function main() {
    const plane = await startLocalDataPlane();
    const delivery = durableDelivery({ directory: process.argv[2], onFull: "required" });
    const guard = new GuardedModelClient({ ...plane.clientOptions, delivery });
    const execute = async ({ input }) => input;
    await guard.call({ model: "m", input: "kept", execute });
    const { delivered } = await guard.close();
    await plane.close();
    console.log(delivered);
  }
  void main();`;

it.each([
  ["CommonJS", "cjs", ["lmdb"]],
  ["an ES module", "esm", ["lmdb", "undici"]],
] as const)(
  "the package stores events on disk in a bundle with external lmdb, %s",
  async (_name, format, external) => {
    const folder = join(project, `durable-${format}`);
    linkLmdb(folder);
    const outfile = await bundled({ folder, program: DURABLE, format, external });
    const args = [outfile, join(folder, "outbox")];
    expect(await runWell(process.execPath, args, { cwd: folder })).toMatchObject({
      stdout: "1\n",
      stderr: "",
    });
  },
);

it("the package says in a bundle that the outbox misses lmdb, and makes no call without it", async () => {
  const folder = join(project, "durable-without-lmdb");
  mkdirSync(folder, { recursive: true });
  const outfile = await bundled({ folder, program: DURABLE, format: "cjs", external: ["lmdb"] });
  const { code, stderr } = await run(process.execPath, [outfile, join(folder, "outbox")], {
    cwd: folder,
  });
  expect(code).not.toBe(0);
  expect(stderr).toContain("cause: 'MODULE_NOT_FOUND (lmdb)'");
  expect(stderr).toContain("delivery_unavailable");
});

it("costs an application that imports the root entry at most 15 kB, minified and gzipped", async () => {
  const root = join(project, "node_modules", "guarded-model-client", "dist", "index.js");
  expect((await codeSize(root)).bytesAtOnce).toBeLessThanOrEqual(15_000);
});
