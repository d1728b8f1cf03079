import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listRepository, ROOT } from "./source-files.ts";

const CODE = /^(?:src|test|bench|examples)\/.*\.(?:ts|mjs)$/;

/** Without types, because those of an exported function's parameters must be exported as well. */
const EXPORTED = /^export (?:async )?(?:function\*?|const|class) (\w+)/gm;

/** The exports of `sources` that no other file mentions, as `file: name`. */
function unusedIn(sources: ReadonlyMap<string, string>): string[] {
  const namedBy = new Map<string, number>();
  for (const text of sources.values()) {
    for (const word of new Set(text.match(/[\w$]+/g))) {
      namedBy.set(word, (namedBy.get(word) ?? 0) + 1);
    }
  }
  return [...sources].flatMap(([path, text]) =>
    [...text.matchAll(EXPORTED)]
      .filter(([, name = ""]) => path.startsWith("src/") && namedBy.get(name) === 1)
      .map(([, name]) => `${path}: ${name}`),
  );
}

describe("an export of a source file", () => {
  it("is used by another file, which may be a test", () => {
    const paths = listRepository().filter((path) => CODE.test(path));
    const sources = new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), "utf8")]));
    expect(unusedIn(sources)).toEqual([]);
  });

  it("is unused if only its own file mentions it", () => {
    const sources = new Map([
      ["src/a.ts", "export function own() {}\nexport const used = own;\nexport class Dead {}"],
      ["src/b.ts", 'import { used } from "./a.ts";\nused();'],
    ]);
    expect(unusedIn(sources)).toEqual(["src/a.ts: own", "src/a.ts: Dead"]);
  });
});
