import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import * as entryPoint from "../../../src/index.ts";
import { GuardedModelClient } from "../../../src/index.ts";
import { DEFAULTS } from "../../../src/options.ts";
import { FORMAT_NAMES } from "../../../src/providers/format-names.ts";
import { LIBRARIES } from "../../../tsup.config.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

const readme = read("README.md");
const documents = readdirSync(join(ROOT, "docs"))
  .sort()
  .map((name) => ({ folder: "docs", text: read(`docs/${name}`) }));
const pages = [{ folder: ".", text: readme }, ...documents];
const manifest = JSON.parse(read("package.json")) as {
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
};

/** Reading speed of adults for technical text. */
const WORDS_A_MINUTE = 250;

/** The lines of a section, without its title. */
function section(title: string): string {
  const start = readme.indexOf(`\n## ${title}\n`);
  expect(start, `a section "${title}"`).toBeGreaterThanOrEqual(0);
  const end = readme.indexOf("\n## ", start + 1);
  return readme.slice(start, end === -1 ? undefined : end);
}

/** The code in the cells of a table's column (from 0), by row. */
function codeInColumn(text: string, column: number): string[][] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(1)
    .map((line) => [...(line.split(" | ")[column] ?? "").matchAll(/`([^`]+)`/g)])
    .map((matches) => matches.map(([, code = ""]) => code));
}

/** The headings of a page, as links refer to them. */
function headingsOf(page: string): string[] {
  return [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}

/** The snippets as the type check reads them, with the imports that users write. */
function snippetFiles(): readonly string[] {
  const folder = "test/programs/examples/readme";
  const specifiers = Object.entries(LIBRARIES).map(([name, source]) => ({
    source: `"../../../../${source}"`,
    entry: name === "index" ? '"guarded-model-client"' : `"guarded-model-client/${name}"`,
  }));
  return readdirSync(join(ROOT, folder))
    .sort()
    .map((name) =>
      specifiers.reduce(
        (code, { source, entry }) => code.replaceAll(source, entry),
        read(`${folder}/${name}`),
      ),
    );
}

/** The names of the options that an interface itself declares. */
function optionsIn(file: string, name: string): string[] {
  const declared = new RegExp(`interface ${name}\\b[^{]*\\{([\\s\\S]*?)\\n\\}`).exec(read(file));
  const options = (declared?.[1] ?? "").matchAll(/^ {2}readonly (\w+)\?:/gm);
  return [...options].map(([, option = ""]) => option);
}

describe("the README", () => {
  it("can be read in ten minutes, without its code", () => {
    const prose = readme.replaceAll(/```[\s\S]*?```/g, "");
    const words = prose.split(/\s+/).filter((word) => /\w/.test(word));
    expect(words.length).toBeLessThan(10 * WORDS_A_MINUTE);
  });

  it("documents every option of the client and no others, with their defaults", () => {
    const names = [
      ...optionsIn("src/options.ts", "GuardedModelClientOptions"),
      ...optionsIn("src/data-plane/connection-options.ts", "ConnectionOptions"),
    ];
    const table = section("Options");
    const options = codeInColumn(table, 0).map(([name = ""]) => name);
    expect([...options].sort()).toEqual([...names].sort());
    const defaults = new Map(
      options.map((name, row) => [name, codeInColumn(table, 1)[row]?.[0]] as const),
    );
    for (const [name, value] of Object.entries(DEFAULTS)) {
      // Defaults that are undefined are described in words.
      if (value === undefined) continue;
      expect([name, defaults.get(name)]).toEqual([name, JSON.stringify(value)]);
    }
  });

  it("documents every method of the client, every error code and every context field", () => {
    const text = section("Methods, context and errors");
    const [methods = "", codes = ""] = text.split("\nEvery error has");
    const own = Object.getOwnPropertyNames(GuardedModelClient.prototype);
    expect(codeInColumn(methods, 0).flat().sort()).toEqual(
      own.filter((name) => name !== "constructor").sort(),
    );
    const declared = /type ErrorCode =([^;]*);/.exec(read("src/errors.ts"))?.[1] ?? "";
    const known = [...declared.matchAll(/"(\w+)"/g)].map(([, code = ""]) => code);
    expect(codeInColumn(codes, 0).flat().sort()).toEqual(known.sort());
    for (const name of codeInColumn(codes, 1).flat()) expect(entryPoint).toHaveProperty([name]);
    for (const field of optionsIn("src/lifecycle/context/context.ts", "CallContext")) {
      expect(text).toContain(`\`${field}\``);
    }
  });

  it("names every folder of the sources, and only files that exist", () => {
    const named = codeInColumn(section("Architecture"), 0).flat();
    const present = readdirSync(join(ROOT, "src"), { withFileTypes: true });
    const rooms = present.filter((entry) => entry.isDirectory()).map(({ name }) => `${name}/`);
    expect(named.filter((name) => name.endsWith("/")).sort()).toEqual(rooms.sort());
    const files = named.filter((name) => !name.endsWith("/"));
    expect(present.map(({ name }) => name)).toEqual(expect.arrayContaining(files));
  });
});

describe("the README and the documents behind it", () => {
  it("show only code that is type-checked", () => {
    const shown = pages.flatMap(({ text }) => [...text.matchAll(/```ts\n([\s\S]*?)```/g)]);
    expect(shown.length).toBeGreaterThan(2);
    expect(shown.map(([, code = ""]) => code)).toEqual(snippetFiles());
  });

  it("name only scripts, entry points and files that exist", () => {
    const every = pages.map(({ text }) => text).join("\n");
    const scripts = [...every.matchAll(/npm run ([\w:]+)/g)].map(([, name = ""]) => name);
    expect(scripts).toContain("demo");
    for (const name of scripts) expect(manifest.scripts).toHaveProperty([name]);
    const entries = [...every.matchAll(/guarded-model-client\/([\w-]+)/g)];
    expect(entries.length).toBeGreaterThan(10);
    for (const [, name = ""] of entries) expect(LIBRARIES).toHaveProperty([name]);
  });

  it("name every format that a rule of a guarded fetch may use", () => {
    const text = read("docs/integrations.md");
    for (const name of FORMAT_NAMES) expect(text).toContain(`\`${name}\``);
  });

  it("link only to existing files and headings", () => {
    const links = pages.flatMap(({ folder, text }) =>
      [...text.matchAll(/\]\(([^):]+)\)/g)].map(([, to = ""]) => ({ folder, to })),
    );
    expect(links.length).toBeGreaterThan(20);
    for (const { folder, to } of links) {
      const [path = "", heading] = to.split("#");
      const target = join(folder, path);
      expect([target, existsSync(join(ROOT, target))]).toEqual([target, true]);
      if (heading !== undefined) expect(headingsOf(read(target))).toContain(heading);
    }
  });

  it("are all reachable from the README", () => {
    const names = readdirSync(join(ROOT, "docs"));
    expect(names.filter((name) => !readme.includes(`docs/${name}`))).toEqual(["detectors.md"]);
    expect(read("docs/masking.md")).toContain("(detectors.md)");
  });
});

describe("the changelog", () => {
  it("has an entry for the package's version", () => {
    expect(read("CHANGELOG.md")).toContain(`\n## [${manifest.version}]\n`);
  });
});
