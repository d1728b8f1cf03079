import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { runWell } from "./run.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Path of the packed tarball. */
    tarball: string;
    /** A project that has only the package installed. */
    project: string;
    /** A project that also has provider SDKs and a compiler. */
    typedProject: string;
  }
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const HERE = fileURLToPath(new URL(".", import.meta.url));

/** Packages of the repository that the project for type tests uses. */
const BORROWED = [
  "@ai-sdk/openai",
  "@ai-sdk/provider",
  "@anthropic-ai/sdk",
  "@aws-sdk/client-bedrock-runtime",
  "@google/genai",
  "@opentelemetry/api",
  "@types/express",
  "@types/node",
  "ai",
  "ai5",
  "ai5-openai",
  "ai6",
  "ai6-openai",
  "bullmq",
  "express",
  "fastify",
  "hono",
  "openai",
  "openai5",
  "openai6",
  "typescript",
  "undici-types",
];

/** Builds and packs the package once, and installs the tarball outside the repository. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(placeOfItsOwn(), "guarded-model-client-"));
  await runWell("npm", ["run", "build"], { cwd: ROOT });
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
  const packed = await runWell("npm", args, { cwd: ROOT });
  const tarball = join(folder, fileNameIn(packed.stdout));
  const plain = await installIn(join(folder, "plain"), tarball);
  cpSync(join(HERE, "smoke"), plain, { recursive: true });
  const typed = join(folder, "typed");
  cpSync(plain, typed, { recursive: true, verbatimSymlinks: true });
  cpSync(join(HERE, "consumer"), typed, { recursive: true });
  for (const name of BORROWED) borrow(name, typed);
  project.provide("tarball", tarball);
  project.provide("project", plain);
  project.provide("typedProject", typed);
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Node.js looks for packages in every parent folder, so there must be none above. */
function placeOfItsOwn(): string {
  const places = [tmpdir(), "/var/tmp", homedir()].filter(existsSync);
  const alone = places.map((place) => realpathSync(place)).find((place) => !hasPackages(place));
  if (alone !== undefined) return alone;
  throw new Error(`Remove the folder node_modules in or above one of: ${places.join(", ")}`);
}

function hasPackages(folder: string): boolean {
  const above = dirname(folder);
  return existsSync(join(folder, "node_modules")) || (above !== folder && hasPackages(above));
}

/** `npm pack --json` prints a list, and newer versions an object by package name. */
function fileNameIn(output: string): string {
  const printed = JSON.parse(output) as Record<string, { readonly filename: string }>;
  const [first] = Object.values(printed);
  if (first === undefined) throw new Error(`npm pack named no file: ${output}`);
  return first.filename;
}

/** Installs the versions of the lock file, so that the test stays reproducible. */
async function installIn(folder: string, tarball: string): Promise<string> {
  mkdirSync(folder);
  const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
    readonly packages: Record<string, { readonly version: string; readonly dependencies?: object }>;
  };
  const names = Object.keys(lock.packages[""]?.dependencies ?? {});
  const overrides = Object.fromEntries(
    names.map((name) => [name, lock.packages[`node_modules/${name}`]?.version]),
  );
  const manifest = { name: "consumer", private: true, version: "0.0.0", overrides };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"];
  await runWell("npm", ["install", ...flags, tarball], { cwd: folder });
  return folder;
}

function borrow(name: string, folder: string): void {
  const link = join(folder, "node_modules", name);
  mkdirSync(join(link, ".."), { recursive: true });
  symlinkSync(join(ROOT, "node_modules", name), link, "junction");
}
