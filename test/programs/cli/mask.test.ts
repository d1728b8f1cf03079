import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { decoded } from "../../../src/cli/decoded.ts";
import { textBlocks } from "../../../src/cli/text-blocks.ts";
import { leftByTest } from "../../support/runner/leftovers.ts";
import { runCli } from "./run-cli.ts";

const TEXT = "Write to ada@example.com or +44 20 7946 0958.\nAgain: ada@example.com, 192.0.2.17\n";

async function outputOf(args: readonly string[], input: string): Promise<string> {
  const cli = runCli(["mask", ...args], {}, input);
  expect(await cli.ended).toBe(0);
  return cli.stdout();
}

describe("guarded-model-client mask", () => {
  it("prints the masked text, without colours if the output is no terminal", async () => {
    expect(await outputOf([], TEXT)).toBe(
      "Write to [EMAIL_1] or [PHONE_1].\nAgain: [EMAIL_1], [IP_1]\n",
    );
  });

  it("keeps a line of any length on one line, and splits no value", async () => {
    const item = '{"mail":"ada@example.com"},';
    const line = `[${item.repeat(80_000)}{}]`;
    const printed = await outputOf([], line);
    expect(printed).toBe(`${line.replaceAll("ada@example.com", "[EMAIL_1]")}\n`);
  });

  it("prints types and positions with --json, and no values", async () => {
    const printed = await outputOf(["--json"], TEXT);
    const spans = JSON.parse(printed) as { start: number; end: number; type: string }[];
    expect(spans.map(({ start, end, type }) => [type, TEXT.slice(start, end)])).toEqual([
      ["EMAIL", "ada@example.com"],
      ["PHONE", "+44 20 7946 0958"],
      ["EMAIL", "ada@example.com"],
      ["IP", "192.0.2.17"],
    ]);
    expect(printed).not.toContain("ada@");
    expect(JSON.parse(await outputOf(["--json"], "nothing"))).toEqual([]);
  });

  it("finds the same in a UTF-16 file as in UTF-8", async () => {
    const directory = await mkdtemp(join(tmpdir(), "mask-"));
    leftByTest.add(() => rm(directory, { recursive: true }));
    const path = join(directory, "text");
    const littleEndian = Buffer.from(`\ufeff${TEXT}`, "utf16le");
    for (const bytes of [littleEndian, Buffer.from(littleEndian).swap16()]) {
      await writeFile(path, bytes);
      const cli = runCli(["mask"], {}, { path });
      expect([await cli.ended, cli.stdout()]).toEqual([
        0,
        "\ufeffWrite to [EMAIL_1] or [PHONE_1].\nAgain: [EMAIL_1], [IP_1]\n",
      ]);
    }
  });

  it("warns about input that is not plain text, where nothing can be found", async () => {
    const directory = await mkdtemp(join(tmpdir(), "mask-"));
    leftByTest.add(() => rm(directory, { recursive: true }));
    const path = join(directory, "document");
    const compressed = gzipSync(TEXT);
    const latin1 = Buffer.from("Gr\u00fc\u00dfe an ada@example.com", "latin1");
    for (const bytes of [compressed, latin1, Buffer.from("a\0b")]) {
      await writeFile(path, bytes);
      const cli = runCli(["mask", "--json"], {}, { path });
      expect(await cli.ended).toBe(0);
      expect(cli.stderr()).toContain("not look like plain text in UTF-8 or UTF-16");
    }
    await writeFile(path, "Gr\u00fc\u00dfe an ada@example.com");
    const cli = runCli(["mask"], {}, { path });
    expect([await cli.ended, cli.stderr()]).toEqual([0, ""]);
  });

  it("says that standard input is a directory, which has no text", async () => {
    const cli = runCli(["mask", "--json"], {}, { path: "." });
    expect([await cli.ended, cli.stdout()]).toEqual([1, ""]);
    expect(cli.stderr()).toBe("Standard input is a directory; mask reads a file: mask < FILE\n");
  });

  it("reads a standard input whose kind the system does not tell, as on Windows", async () => {
    const cli = runCli(
      ["mask"],
      { NODE_OPTIONS: `--import=${FSTAT_FAILS}` },
      "Mail ada@example.com",
    );
    expect(await cli.ended).toBe(0);
    expect(cli.stdout()).toBe("Mail [EMAIL_1]\n");
  });

  it("rejects unknown options", async () => {
    const cli = runCli(["mask", "--nope"], {}, "");
    expect(await cli.ended).toBe(2);
  });
});

const FSTAT_FAILS = `data:text/javascript,${encodeURIComponent(`
  import fs, { fstatSync } from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  fs.fstatSync = (fd, options) => {
    if (fd === 0) throw Object.assign(new Error("EINVAL: invalid argument, fstat"), { code: "EINVAL" });
    return fstatSync(fd, options);
  };
  syncBuiltinESMExports();
`)}`;

const edge = (word: string): string => `-----${word} PRIVATE KEY-----`;

describe("decoding", () => {
  it.each(["", "a", "é€😀"])("returns the same text however bytes are split: %j", async (text) => {
    const texts = [Buffer.from(text), Buffer.from(`\ufeff${text}`, "utf16le")];
    for (const bytes of texts) {
      async function* oneByOne() {
        for (const byte of bytes) yield Uint8Array.of(byte);
      }
      let read = "";
      for await (const piece of decoded(oneByOne())) read += piece;
      expect(read.replace(/^\ufeff/, "")).toBe(text);
    }
  });
});

describe("splitting a text into blocks", () => {
  const gather = async (pieces: readonly string[]): Promise<string[]> => {
    const blocks: string[] = [];
    async function* source() {
      yield* pieces;
    }
    for await (const block of textBlocks(source())) blocks.push(block);
    return blocks;
  };

  it("loses nothing, splits between lines, and keeps blocks at 1 MiB or less", async () => {
    const piece = `${"x".repeat(99)}\n`.repeat(700);
    const pieces = Array.from({ length: 50 }, () => piece);
    const blocks = await gather(pieces);
    expect(blocks.join("")).toBe(pieces.join(""));
    expect(Math.max(...blocks.map(({ length }) => length))).toBeLessThanOrEqual(1024 * 1024);
    for (const block of blocks) expect(block.endsWith("\n")).toBe(true);
  });

  it("keeps a private key in one block, and splits endless lines outside of values", async () => {
    const key = [edge("BEGIN"), "A".repeat(64), edge("END")].join("\n");
    const before = `${"y".repeat(1023)}\n`.repeat(1023) + "z".repeat(960);
    const [first = "", second = ""] = await gather([`${before}\n${key}\n${"w".repeat(1024)}`]);
    expect(first.endsWith("z\n")).toBe(true);
    expect(second.startsWith(key)).toBe(true);
    const items = `"${"a".repeat(40)}@example.com",`.repeat(60_000);
    for (const block of await gather([items])) expect(block.endsWith('",')).toBe(true);
    const words = "write to ada@example.com or to nobody else ".repeat(60_000);
    for (const block of await gather([words])) expect(block).not.toMatch(/@\w*$|^\S*@/);
    const line = "q".repeat(3 * 1024 * 1024);
    expect((await gather([line])).join("")).toBe(line);
    // Each block is written alone: halves of a character would both be lost.
    const faces = `q${"😀".repeat(1024 * 1024)}`;
    const written = (await gather([faces])).map((block) => Buffer.from(block));
    expect(Buffer.concat(written).equals(Buffer.from(faces))).toBe(true);
  });
});
