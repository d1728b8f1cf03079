import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { isMissing, isMissingTo } from "../../src/delivery/is-missing.ts";

const NOWHERE = "a-package-that-nobody-has";

it("knows whether a peer dependency is installed, from this package's own files", () => {
  expect(isMissing(NOWHERE)).toBe(true);
  expect(isMissing("lmdb")).toBe(false);
});

it("never reports a package as missing from a bundle, which may contain it", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "bundle-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const bundle = join(folder, "bundled.mjs");
  writeFileSync(bundle, "");
  expect(isMissing(NOWHERE, pathToFileURL(bundle).href)).toBe(false);
});

it("does not report a package whose `require` entry file is missing", () => {
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
  // A folder left by an interrupted installation is not a package.
  mkdirSync(join(folder, "node_modules", NOWHERE));
  expect(isMissing(NOWHERE, from)).toBe(true);
});

it("finds what a peer needs where only the peer finds it, as its own dependency", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "nested-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const keep = (...names: string[]) => {
    const home = join(folder, ...names.flatMap((name) => ["node_modules", name]));
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, "package.json"), JSON.stringify({ main: "./index.js" }));
    writeFileSync(join(home, "index.js"), "");
    return home;
  };
  const from = pathToFileURL(join(keep("guarded-model-client"), "bullmq.js")).href;
  keep("bullmq");
  expect(isMissingTo("bullmq", "ioredis", from)).toBe(true);
  keep("bullmq", "ioredis");
  expect(isMissingTo("bullmq", "ioredis", from)).toBe(false);
  expect(isMissing("ioredis", from)).toBe(true);
  // Without the peer, its absence is what has to be reported.
  expect(isMissingTo(NOWHERE, "ioredis", from)).toBe(false);
});

it("never reports a package as missing if the module address is unknown or stale", () => {
  // esbuild leaves `import.meta` empty in CommonJS; undefined would select the default.
  for (const from of ["", "file:///where/it/was/built/durable.js", "webpack:///durable.js"]) {
    expect(isMissing(NOWHERE, from)).toBe(false);
  }
});
