import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { run } from "./run.ts";

const project = inject("typedProject");
const compiler = join(project, "node_modules", "typescript", "bin", "tsc");

const ESM = ["esm.mts", "clients.mts", "servers.mts"];
// Only these resolutions know two module systems.
const BOTH = ["copies.mts"];
const CJS = ["cjs.cts", "clients.cts"];

const RESOLUTIONS = [
  { module: "node16", moduleResolution: "node16", files: [...ESM, ...CJS, ...BOTH] },
  { module: "nodenext", moduleResolution: "nodenext", files: [...ESM, ...CJS, ...BOTH] },
  { module: "esnext", moduleResolution: "bundler", files: ESM },
  // What compilers use for CommonJS by default: it ignores `exports`.
  { module: "commonjs", moduleResolution: "node10", files: ["cjs.cts"] },
] as const;

interface Compilation {
  readonly module: string;
  readonly moduleResolution: string;
  readonly files: readonly string[];
  readonly skipLibCheck: boolean;
}

async function compile({
  files,
  ...options
}: Compilation): Promise<{ code: number; stdout: string }> {
  const compilerOptions = {
    ...options,
    target: "es2022",
    lib: ["es2022"],
    types: ["node"],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
  };
  const config = join(project, `tsconfig.${options.moduleResolution}.json`);
  writeFileSync(config, JSON.stringify({ compilerOptions, files }));
  const { code, stdout } = await run(process.execPath, [compiler, "-p", config], { cwd: project });
  rmSync(config);
  return { code, stdout };
}

describe("a user's TypeScript project", () => {
  it.each(RESOLUTIONS)("compiles against the types under $moduleResolution", async (options) => {
    const compiled = await compile({ ...options, skipLibCheck: true });
    expect(compiled).toEqual({ code: 0, stdout: "" });
  });

  it("type-checks the declarations themselves, without DOM types", async () => {
    const files = ["declarations.mts"];
    const options = {
      module: "nodenext",
      moduleResolution: "nodenext",
      files,
      skipLibCheck: false,
    };
    expect(await compile(options)).toEqual({ code: 0, stdout: "" });
  });

  const folder = join(project, "node_modules", "guarded-model-client", "dist");
  const declarations = readdirSync(folder).filter((name) => /\.d\.c?ts$/.test(name));
  const withText = (text: RegExp): readonly string[] =>
    declarations.filter((name) => text.test(readFileSync(join(folder, name), "utf8")));

  it("works with compilers before 5.7, whose typed arrays take no type parameter", () => {
    expect(declarations.length).toBeGreaterThan(20);
    expect(withText(/\b(?:Big)?(?:Int|Uint|Float)\d+(?:Clamped)?Array</)).toEqual([]);
  });

  it("reads no declarations of the schema library, which need a newer compiler than ours", () => {
    expect(withText(/from ['"]zod/)).toEqual([]);
  });

  it("can emit declarations that refer to our types by name", async () => {
    const outDir = join(project, "declared");
    const compilerOptions = {
      ...{ module: "nodenext", target: "es2022", lib: ["es2022"], types: ["node"], outDir },
      ...{ strict: true, skipLibCheck: true, declaration: true, emitDeclarationOnly: true },
    };
    const config = join(project, "tsconfig.declared.json");
    writeFileSync(config, JSON.stringify({ compilerOptions, files: ["library.mts"] }));
    const compiled = await run(process.execPath, [compiler, "-p", config], { cwd: project });
    expect(compiled).toMatchObject({ code: 0, stdout: "" });
    const declared = readFileSync(join(outDir, "library.d.mts"), "utf8");
    expect(declared).toContain('import("guarded-model-client/openai").ChatProvider');
    // For a class without a name in `exports`, compilers up to 5.9 inline the class, and later ones
    // fail.
    expect(declared).not.toContain("#private");
  });

  it("gets a compile error for each misuse", async () => {
    const files = ["misuse.mts"];
    const options = { module: "nodenext", moduleResolution: "nodenext", files, skipLibCheck: true };
    const { code, stdout } = await compile(options);
    expect(code).not.toBe(0);
    const lines = [...stdout.matchAll(/misuse\.mts\((\d+),/g)].map(([, line]) => Number(line));
    // An option of the wrong type, a private constructor, a class that only we construct.
    expect(lines).toEqual([5, 6, 7]);
  });
});
