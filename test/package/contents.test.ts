import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { describe, expect, inject, it } from "vitest";
import { run } from "./run.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const installed = join(inject("project"), "node_modules", "guarded-model-client");
const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));

const files = readdirSync(installed, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) =>
    join(entry.parentPath, entry.name)
      .slice(installed.length + 1)
      .replaceAll("\\", "/"),
  );

function targetsOf(exported: unknown): readonly string[] {
  if (typeof exported === "string") return [exported];
  if (typeof exported !== "object" || exported === null) return [];
  return Object.values(exported).flatMap(targetsOf);
}

describe("the packed package", () => {
  it("contains the build, its licence and documentation, and nothing else", () => {
    const others = files.filter((file) => !file.startsWith("dist/"));
    const documents = readdirSync(join(ROOT, "docs")).map((name) => `docs/${name}`);
    expect(others.sort()).toEqual(["LICENSE", "README.md", ...documents.sort(), "package.json"]);
  });

  it("contains every file that its manifest names", () => {
    const named = [
      ...targetsOf(manifest.exports),
      ...Object.values<string>(manifest.bin),
      manifest.main,
      manifest.types,
    ];
    const missing = named
      .map((target) => target.replace(/^\.\//, ""))
      .filter((file) => !files.includes(file));
    expect(missing).toEqual([]);
  });

  it("contains the licences of its bundled dependencies", () => {
    const licences = readFileSync(join(installed, "dist/THIRD-PARTY-LICENSES.txt"), "utf8");
    for (const name of ["uuid", "p-retry", "is-network-error"]) expect(licences).toContain(name);
    expect(licences.match(/Permission is hereby granted/g)).toHaveLength(3);
  });

  it("contains no path of the build machine", () => {
    const telling = files.filter((file) =>
      readFileSync(join(installed, file), "utf8").includes(ROOT),
    );
    expect(telling).toEqual([]);
  });

  it("passes publint's strict checks", async () => {
    const tarball = readFileSync(inject("tarball"));
    const { messages, pkg } = await publint({
      pack: { tarball: toArrayBuffer(tarball) },
      strict: true,
    });
    expect(messages.map((message) => formatMessage(message, pkg ?? {}))).toEqual([]);
  });

  it("has types that match its code for every resolver, including old ones without exports", async () => {
    const attw = join(ROOT, "node_modules", "@arethetypeswrong", "cli", "dist", "index.js");
    const args = [
      attw,
      inject("tarball"),
      "--profile",
      "strict",
      "--no-emoji",
      "--no-color",
      "--format",
      "ascii",
    ];
    const { code, stdout } = await run(process.execPath, args, { cwd: inject("project") });
    expect(code, stdout).toBe(0);
  });
});

function toArrayBuffer(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}
