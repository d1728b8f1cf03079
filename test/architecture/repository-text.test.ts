import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CREDENTIALS, INVISIBLE, scanText, WORKPLACE } from "./scan-text.ts";
import { listRepository, ROOT } from "./source-files.ts";

const NUL = "\0";
/** The formatter breaks code at 100, but no string or expression: long ones are written as tables. */
const MOST_IN_LINE = 240;

/** Text files only: like git, takes a file with a NUL byte for binary. */
const texts = listRepository()
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }))
  .filter(({ text }) => !text.includes(NUL));

function findings(forbidden: typeof CREDENTIALS): readonly string[] {
  return texts.flatMap(({ path, text }) =>
    scanText(text, forbidden).map(({ what, line }) => `${path}:${line} holds ${what}`),
  );
}

describe("the repository", () => {
  it("is read completely", () => {
    expect(texts.map(({ path }) => path)).toContain("package.json");
  });

  it("contains nothing that looks like a live credential", () => {
    expect(findings(CREDENTIALS)).toEqual([]);
  });

  it("contains no invisible character", () => {
    expect(findings(INVISIBLE)).toEqual([]);
  });

  it("contains no machine's paths and no registry's host", () => {
    expect(findings(WORKPLACE)).toEqual([]);
  });

  it("has no line in its sources that nobody can read", () => {
    const long = texts.flatMap(({ path, text }) =>
      path.startsWith("src/")
        ? text
            .split("\n")
            .flatMap((line, index) => (line.length > MOST_IN_LINE ? [`${path}:${index + 1}`] : []))
        : [],
    );
    expect(long).toEqual([]);
  });
});

describe("the scanner", () => {
  const filler = "aB3".repeat(20);

  it.each([
    ["service key", ["sk", "live", filler].join("_")],
    ["provider key", ["sk", "proj", filler].join("-")],
    ["AWS key id", `AKIA${"Q7".repeat(8)}`],
    ["Google key", `AIza${filler.slice(0, 35)}`],
    ["GitHub token", ["ghp", filler.slice(0, 36)].join("_")],
    ["Slack token", ["xoxb", "1".repeat(12)].join("-")],
    ["JSON web token", [`eyJ${filler}`, `eyJ${filler}`, filler].join(".")],
    ["private key", ["-----BEGIN RSA", "PRIVATE KEY-----"].join(" ")],
  ])("finds a %s", (_name, value) => {
    expect(scanText(`a\nconst key = "${value}";`, CREDENTIALS)).toMatchObject([{ line: 2 }]);
  });

  it.each(["sk_live_...", "sk_live_<your key>", "task-force-and-other-long-hyphenated-words"])(
    "allows %s",
    (text) => {
      expect(scanText(text, CREDENTIALS)).toEqual([]);
    },
  );

  it.each([0x00, 0x1b, 0x85, 0xa0, 0xad, 0x200b, 0x202e, 0x2028, 0x3164, 0xfe0f, 0xfeff, 0xe0041])(
    "finds the character with code %i",
    (code) => {
      expect(scanText(`a\n${String.fromCodePoint(code)}`, INVISIBLE)).toMatchObject([{ line: 2 }]);
    },
  );

  it("allows visible text of any language", () => {
    expect(scanText("naïve 東京 … → μs 😀\tok\r\n", INVISIBLE)).toEqual([]);
  });

  it.each([
    ["", "wo", "rk", "main"].join("/").replace("wo/rk", "work"),
    ["", "root", ".npmrc"].join("/"),
    ["https://registry", "npmjs", "org"].join("."),
  ])("finds %s", (text) => {
    expect(scanText(`see "${text}"`, WORKPLACE)).toHaveLength(1);
  });

  it("allows such words where they are not paths", () => {
    const address = ["https://api.example", "work", "1"].join("/");
    expect(scanText(`framework/main, ${address}, a work/life`, WORKPLACE)).toEqual([]);
  });
});
