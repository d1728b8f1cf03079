import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join, relative, resolve } from "node:path";
import {
  type GetManualChunk,
  type ModuleFormat,
  type RollupOutput,
  type Plugin as RollupPlugin,
  rollup,
} from "rollup";
import { defineConfig, type Options } from "tsup";

/** Every entry point of the package: the file name under dist, and where it is written. */
export const LIBRARIES: Readonly<Record<string, string>> = {
  index: "src/index.ts",
  openai: "src/integrations/openai.ts",
  anthropic: "src/integrations/anthropic.ts",
  google: "src/integrations/google.ts",
  bedrock: "src/integrations/bedrock.ts",
  "ai-sdk": "src/integrations/ai-sdk.ts",
  masking: "src/masking/index.ts",
  durable: "src/delivery/durable-delivery.ts",
  local: "src/local/index.ts",
  testing: "src/testing/index.ts",
  bullmq: "src/bullmq.ts",
  opentelemetry: "src/observability/opentelemetry.ts",
};

/** Programs are run, never imported: no types, and no second module system. */
export const PROGRAMS: Readonly<Record<string, string>> = {
  "cli/main": "src/cli/main.ts",
};

/**
 * What the CommonJS build has in itself: they are ES modules only, which Node.js can `require` and
 * other loaders of CommonJS (Jest's) cannot. Their licences ask to come along.
 */
const BROUGHT_ALONG = ["uuid", "p-retry", "is-network-error"];

/**
 * What the ES modules have in themselves, too: of its twenty files the root entry needs one function,
 * and finding them took longer than all that it loads of ours.
 */
const NEEDED_AT_ONCE = ["uuid"];

/** Entry points that share most of their code with each other. */
const INTEGRATIONS = ["openai", "anthropic", "google", "bedrock", "ai-sdk"];

const OUT_DIR = "dist";

const common: Options = {
  outDir: OUT_DIR,
  platform: "node",
  target: "node20.19",
  // Entries share their modules, so that an error thrown by one is an instance of the class
  // that another exports, and what is imported lazily stays a file of its own.
  splitting: true,
  // Rollup's would also drop properties that nobody reads, and some are there to be held.
  treeshake: false,
  removeNodeProtocol: false,
  sourcemap: false,
  // Everything is built at once into one folder; `npm run build` empties it first.
  clean: false,
  dts: false,
};

type Plugin = NonNullable<Options["plugins"]>[number];

/**
 * Declares the constants of modules as such again. esbuild makes variables of them, which V8 has to
 * read anew wherever they are used: constants it compiles into the code, which is smaller by them.
 */
const keepConstants: Plugin = {
  name: "keep-constants",
  renderChunk(code) {
    const kept = code.replace(/^var (?=([\w$]+) = )/gm, (declaration: string, name: string) =>
      isReassigned(code, name) ? declaration : "const ",
    );
    return { code: kept };
  },
};

/** Whether something of the name `name` is given a value more than once. */
function isReassigned(code: string, name: string): boolean {
  const written = `(?<![\\w$.])${name.replaceAll("$", "\\$&")}(?![\\w$])`;
  const assignments = new RegExp(
    `${written}\\s*(?:[-+*/%&|^<>?]{0,3}=(?![=>])|\\+\\+|--)|(?:\\+\\+|--)${written}`,
    "g",
  );
  return [...code.matchAll(assignments)].length > 1;
}

/**
 * Joins files of a finished build, as {@link chunkOf} says, and makes CommonJS of them if asked. tsup's own way of splitting CommonJS lowers `?.` and `??` to helper calls, which costs time
 * on every call.
 */
function joinFiles(format: ModuleFormat): Plugin {
  return {
    name: "join-files",
    async buildEnd({ writtenFiles }) {
      const paths = writtenFiles.map(({ name }) => resolve(name));
      const joined = await joinModules(paths, format);
      await Promise.all(paths.map((path) => rm(path)));
      await Promise.all(joined.map(writeChunk));
    },
  };
}

async function joinModules(
  paths: readonly string[],
  format: ModuleFormat,
): Promise<RollupOutput["output"]> {
  const modules = modulesOf(paths);
  const ids = [...modules.keys()];
  const entries = ids.filter((id) => nameOf(id) in { ...LIBRARIES, ...PROGRAMS });
  const extension = extname(entries[0] ?? "");
  const bundle = await rollup({
    input: Object.fromEntries(entries.map((id) => [nameOf(id), id])),
    external: (id) => !id.startsWith(".") && !modules.has(id),
    treeshake: false,
    plugins: [readFrom(modules)],
  });
  const output = await bundle.generate({
    format,
    interop: "auto",
    exports: "named",
    generatedCode: { arrowFunctions: true },
    // Test runners that load CommonJS by themselves (Jest) have no `import()` in it.
    dynamicImportInCjs: false,
    minifyInternalExports: false,
    hoistTransitiveImports: false,
    entryFileNames: `[name]${extension}`,
    chunkFileNames: ({ name }) => `${name.replace(ESBUILD_HASH, "")}${extension}`,
    manualChunks: chunkPicker(ids),
  });
  await bundle.close();
  return output.output;
}

/**
 * The files by the names that Rollup gets to know: without the hash where that name is free. It
 * repeats them wherever a file is loaded, and hashes are what compresses least.
 */
function modulesOf(paths: readonly string[]): ReadonlyMap<string, string> {
  const plain = (path: string): string => path.replace(ESBUILD_HASH_IN_FILE, "$1");
  return new Map(
    paths.map((path) => {
      const isFree = paths.filter((other) => plain(other) === plain(path)).length === 1;
      return [isFree ? plain(path) : path, path];
    }),
  );
}

function readFrom(modules: ReadonlyMap<string, string>): RollupPlugin {
  const idOf = new Map([...modules].map(([id, path]) => [path, id]));
  return {
    name: "read-from",
    resolveId: (source, importer = "") => idOf.get(resolve(dirname(importer), source)) ?? null,
    load: (id) => readFile(modules.get(id) as string, "utf8"),
  };
}

const ESBUILD_HASH = /-[A-Z0-9]{8}$/;
const ESBUILD_HASH_IN_FILE = /-[A-Z0-9]{8}(\.c?js)$/;

/** The name of an entry point, or that of the source a lazily loaded file begins with. */
function nameOf(path: string): string {
  const file = relative(OUT_DIR, path);
  return join(dirname(file), basename(file, extname(file)).replace(ESBUILD_HASH, ""));
}

/**
 * The file that a module belongs to, by the names of what loads it; nothing where Rollup may decide.
 * Node.js takes longer to find and link a small file than to read the code of most, so what nearly
 * every program loads together is one.
 */
function chunkOf(isLoadedBy: (name: string) => boolean): string | undefined {
  if (isLoadedBy("index")) return "core";
  const integrations = INTEGRATIONS.filter(isLoadedBy).length;
  const isForFirstCall = isLoadedBy("service") || isLoadedBy("running");
  if (isLoadedBy("run-call") || isLoadedBy("run-stream")) return "lifecycle";
  // Neither shall load all of the other.
  if (isForFirstCall && integrations > 0) return "lifecycle";
  if (isForFirstCall) return "service";
  return integrations > 1 ? "integrations" : undefined;
}

function chunkPicker(paths: readonly string[]): GetManualChunk {
  return (id, { getModuleInfo }) => {
    const name = nameOf(id);
    if (name in LIBRARIES || name in PROGRAMS) return undefined;
    return chunkOf((loader) => {
      const loaded = new Set(paths.filter((path) => nameOf(path) === loader));
      for (const path of loaded) {
        for (const imported of getModuleInfo(path)?.importedIds ?? []) loaded.add(imported);
      }
      return loaded.has(id);
    });
  };
}

async function writeChunk(chunk: RollupOutput["output"][number]): Promise<void> {
  if (chunk.type !== "chunk") throw new Error(`${chunk.fileName} is not code.`);
  const mode = chunk.code.startsWith("#!") ? 0o755 : 0o644;
  await writeFile(join(OUT_DIR, chunk.fileName), chunk.code, { mode });
}

async function writeLicences(): Promise<void> {
  const texts = BROUGHT_ALONG.map(async (name) => {
    const folder = join("node_modules", name);
    const licence = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file));
    if (licence === undefined) throw new Error(`${name} has no licence to bring along.`);
    return `${name}\n\n${(await readFile(join(folder, licence), "utf8")).trim()}\n`;
  });
  await writeFile(
    join(OUT_DIR, "THIRD-PARTY-LICENSES.txt"),
    (await Promise.all(texts)).join("\n\n"),
  );
}

export default defineConfig([
  {
    ...common,
    format: "esm",
    noExternal: NEEDED_AT_ONCE,
    plugins: [keepConstants, joinFiles("es")],
    entry: { ...LIBRARIES, ...PROGRAMS },
  },
  {
    ...common,
    format: "esm",
    outExtension: () => ({ js: ".cjs" }),
    noExternal: BROUGHT_ALONG,
    plugins: [keepConstants, joinFiles("cjs")],
    entry: { ...LIBRARIES },
    onSuccess: writeLicences,
  },
  // One pass of the compiler for the types of both. A constructor that is ours alone would bring
  // with it the types of all that it is given.
  {
    ...common,
    format: ["esm", "cjs"],
    dts: { only: true, compilerOptions: { stripInternal: true } },
    entry: { ...LIBRARIES },
  },
]);
