import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rollup } from "rollup";
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

const common: Options = {
  outDir: "dist",
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
 * Turns each finished ES module into CommonJS, statement by statement. tsup's own way of
 * splitting CommonJS lowers `?.` and `??` to helper calls, which costs time on every call.
 */
const toCommonJs: Plugin = {
  name: "to-commonjs",
  async renderChunk(code, { path }) {
    const bundle = await rollup({
      input: path,
      external: (id) => id !== path,
      treeshake: false,
      makeAbsoluteExternalsRelative: false,
      plugins: [{ name: "in-memory", resolveId: (id) => id, load: () => code }],
    });
    const { output } = await bundle.generate({
      format: "cjs",
      interop: "auto",
      exports: "named",
      // Test runners that load CommonJS by themselves (Jest) have no `import()` in it.
      dynamicImportInCjs: false,
    });
    await bundle.close();
    return { code: output[0].code };
  },
};

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

async function writeLicences(): Promise<void> {
  const texts = BROUGHT_ALONG.map(async (name) => {
    const folder = join("node_modules", name);
    const licence = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file));
    if (licence === undefined) throw new Error(`${name} has no licence to bring along.`);
    return `${name}\n\n${(await readFile(join(folder, licence), "utf8")).trim()}\n`;
  });
  await writeFile(
    join("dist", "THIRD-PARTY-LICENSES.txt"),
    (await Promise.all(texts)).join("\n\n"),
  );
}

export default defineConfig([
  {
    ...common,
    format: "esm",
    plugins: [keepConstants],
    entry: { ...LIBRARIES, ...PROGRAMS },
  },
  {
    ...common,
    format: "esm",
    outExtension: () => ({ js: ".cjs" }),
    noExternal: BROUGHT_ALONG,
    plugins: [keepConstants, toCommonJs],
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
