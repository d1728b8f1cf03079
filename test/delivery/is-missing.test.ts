import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { isMissing } from "../../src/delivery/is-missing.ts";

const NOWHERE = "a-package-that-nobody-has";

it("tells from this package's own files whether a peer is installed", () => {
  expect(isMissing(NOWHERE)).toBe(true);
  expect(isMissing("lmdb")).toBe(false);
});

it("calls nothing missing from a bundle, which may have it in itself", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "bundle-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const bundle = join(folder, "bundled.mjs");
  writeFileSync(bundle, "");
  expect(isMissing(NOWHERE, pathToFileURL(bundle).href)).toBe(false);
});

it("calls nothing missing that a server was given without what only `require` would load", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "traced-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const keep = (name: string, exports: object) => {
    const home = join(folder, "node_modules", name);
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, "package.json"), JSON.stringify({ name, exports }));
    return home;
  };
  const own = keep("guarded-model-client", { "./package.json": "./package.json" });
  keep("lmdb", { import: "./index.js", require: "./index.cjs" });
  const from = pathToFileURL(join(own, "durable.js")).href;
  expect(isMissing("lmdb", from)).toBe(false);
  expect(isMissing(NOWHERE, from)).toBe(true);
  // What an installation that was broken off left behind is no package.
  mkdirSync(join(folder, "node_modules", NOWHERE));
  expect(isMissing(NOWHERE, from)).toBe(true);
});

it("calls nothing missing where the address is unknown, or that of the machine that built the bundle", () => {
  // esbuild leaves `import.meta` empty in CommonJS, which a default would fill in.
  for (const from of ["", "file:///where/it/was/built/durable.js", "webpack:///durable.js"]) {
    expect(isMissing(NOWHERE, from)).toBe(false);
  }
});
