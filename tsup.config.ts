import { defineConfig, type Options } from "tsup";

/** Every entry point of the package: the file name under dist, and where it is written. */
export const LIBRARIES: Readonly<Record<string, string>> = {
  index: "src/index.ts",
  openai: "src/integrations/openai.ts",
  masking: "src/masking/index.ts",
  local: "src/local/index.ts",
};

/** Programs are run, never imported: no types, and no second module system. */
export const PROGRAMS: Readonly<Record<string, string>> = {
  "cli/main": "src/cli/main.ts",
};

const common: Options = {
  outDir: "dist",
  platform: "node",
  target: "node20.19",
  // Entries share their modules, so that an error thrown by one is an instance of the class
  // that another exports, and what is imported lazily stays a file of its own.
  splitting: true,
  // Rollup's pass also writes the CJS files. Without it tsup hands them to a converter that
  // lowers `?.` and `??` to helper calls, which costs time on the path of every call.
  treeshake: true,
  removeNodeProtocol: false,
  sourcemap: false,
  // The two formats are built at once into one folder; `npm run build` empties it first.
  clean: false,
  dts: { entry: { ...LIBRARIES } },
};

export default defineConfig([
  { ...common, format: ["esm"], entry: { ...LIBRARIES, ...PROGRAMS } },
  { ...common, format: ["cjs"], entry: { ...LIBRARIES } },
]);
