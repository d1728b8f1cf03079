import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SDK_VERSION } from "../../src/version.ts";
import { LIBRARIES, PROGRAMS } from "../../tsup.config.ts";
import { refusingUndefinedIn, undocumentedIn } from "./docstrings.ts";
import { PEER_ENTRY } from "./rooms.ts";
import { ROOT, readSources } from "./source-files.ts";

interface Manifest {
  readonly version: string;
  readonly bin: Record<string, string>;
  readonly exports: Record<string, unknown>;
  readonly dependencies: Record<string, string>;
  readonly peerDependencies: Record<string, string>;
  readonly peerDependenciesMeta: Record<string, { readonly optional?: boolean }>;
}

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly optionalDependencies?: Record<string, string>;
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), "utf8"));
const manifest = readJson("package.json") as Manifest;
const lock = readJson("package-lock.json") as { readonly packages: Record<string, Locked> };

const condition = (name: string, types: string, code: string): Record<string, string> => ({
  types: `./dist/${name}.${types}`,
  default: `./dist/${name}.${code}`,
});

describe("the package", () => {
  it("exports exactly the entries that are built, for both module systems with types", () => {
    const expected = Object.fromEntries(
      Object.keys(LIBRARIES).map((name) => [
        name === "index" ? "." : `./${name}`,
        { import: condition(name, "d.ts", "js"), require: condition(name, "d.cts", "cjs") },
      ]),
    );
    expect(manifest.exports).toEqual({ ...expected, "./package.json": "./package.json" });
  });

  it("lists types before code in every condition, as resolvers read them in order", () => {
    for (const entry of Object.values(manifest.exports)) {
      if (typeof entry !== "object" || entry === null) continue;
      expect(Object.keys(entry)).toEqual(["import", "require"]);
      for (const target of Object.values(entry))
        expect(Object.keys(target)).toEqual(["types", "default"]);
    }
  });

  it("builds entries and programs from files that exist", () => {
    const missing = Object.values({ ...LIBRARIES, ...PROGRAMS }).filter(
      (path) => !existsSync(join(ROOT, path)),
    );
    expect(missing).toEqual([]);
    expect(Object.values(manifest.bin)).toEqual(
      Object.keys(PROGRAMS).map((name) => `dist/${name}.js`),
    );
  });

  it("reports its own version in telemetry", () => {
    expect(SDK_VERSION).toBe(manifest.version);
  });

  it("has four runtime dependencies, and optional peers for some entry points", () => {
    expect(Object.keys(manifest.dependencies)).toEqual(["p-retry", "undici", "uuid", "zod"]);
    for (const peer of Object.keys(manifest.peerDependencies)) {
      expect(manifest.peerDependenciesMeta[peer]).toEqual({ optional: true });
      expect(Object.keys(PEER_ENTRY)).toContain(peer);
    }
  });

  it.each(Object.values(LIBRARIES))("has a docstring for everything that %s exports", (entry) => {
    expect(undocumentedIn(entry)).toEqual([]);
  });

  it.each(Object.values(LIBRARIES))(
    "accepts undefined for every optional property of %s",
    (entry) => {
      expect(refusingUndefinedIn(entry)).toEqual([]);
    },
  );

  it("has no source file of more than 300 lines", () => {
    const long = [...readSources()].filter(([, text]) => text.split("\n").length > 301);
    expect(long.map(([path]) => path)).toEqual([]);
  });
});

describe("the lock file", () => {
  it("contains no download URLs, so that it works with any mirror", () => {
    expect(
      Object.entries(lock.packages).filter(([, locked]) => locked.resolved !== undefined),
    ).toEqual([]);
  });

  it("contains every platform's binaries, so that it works on all machines", () => {
    const missing: string[] = [];
    for (const [path, locked] of Object.entries(lock.packages)) {
      for (const name of Object.keys(locked.optionalDependencies ?? {})) {
        if (!isLocked(path, name)) missing.push(`${path} -> ${name}`);
      }
    }
    expect(missing).toEqual([]);
  });
});

/**
 * Whether `name`, required by the package at `path`, is in the lock file there or in a parent
 * folder.
 */
function isLocked(path: string, name: string): boolean {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf("node_modules/") - 1))) {
    if (Object.hasOwn(lock.packages, `${at === "" ? "" : `${at}/`}node_modules/${name}`))
      return true;
    if (at === "") return false;
  }
}
