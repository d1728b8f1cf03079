import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SseParser } from "../../../src/providers/stream/sse.ts";

type Seen = [data: string, event: string];

function parse(pieces: readonly (string | Uint8Array)[], maxLength?: number): Seen[] {
  const seen: Seen[] = [];
  const parser = new SseParser((data, event) => seen.push([data, event]), maxLength);
  for (const piece of pieces) parser.push(piece);
  return seen;
}

/** `text` as UTF-8, cut at the given positions. */
function cutBytes(text: string, cuts: readonly number[]): Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  const places = [...cuts.map((cut) => cut % (bytes.length + 1)), 0, bytes.length];
  places.sort((a, b) => a - b);
  return places.slice(1).map((end, index) => bytes.slice(places[index], end));
}

describe("server-sent events", () => {
  it("are read as in the specification's examples", () => {
    expect(parse(["data: YHOO\ndata: +2\ndata: 10\n\n"])).toEqual([["YHOO\n+2\n10", "message"]]);
    expect(parse(["data\n\ndata\ndata\n\ndata:"])).toEqual([
      ["", "message"],
      ["\n", "message"],
    ]);
    expect(parse(["data:test\n\ndata: test\n\n"])).toEqual([
      ["test", "message"],
      ["test", "message"],
    ]);
    expect(parse([": comment\n\nevent: add\ndata: 1\nid: 7\nretry: 9\n\ndata:  2\n\n"])).toEqual([
      ["1", "add"],
      [" 2", "message"],
    ]);
  });

  it("end with a blank line; an unfinished one is ignored", () => {
    expect(parse(["data: done\n\ndata: half\n"])).toEqual([["done", "message"]]);
    expect(parse(["event: ping\n\n", "data: x\n\n"])).toEqual([["x", "message"]]);
  });

  it("can start with one byte order mark", () => {
    expect(parse(["\ufeffdata: a\n\n"])).toEqual([["a", "message"]]);
    expect(parse([Uint8Array.of(0xef, 0xbb), Uint8Array.of(0xbf), "data: a\n\n"])).toEqual([
      ["a", "message"],
    ]);
    expect(parse(["data: a\n\n\ufeffdata: b\n\n"])).toEqual([["a", "message"]]);
  });

  it("are the same with any line ends and wherever they are cut", () => {
    const field = fc.constantFrom(
      "data: a",
      "data:ü€😀",
      "data",
      ": c",
      "event: e",
      "id: 1",
      "",
      "",
    );
    const text = fc
      .array(fc.tuple(field, fc.constantFrom("\n", "\r\n", "\r")), { maxLength: 12 })
      .map((lines) => lines.map(([line, end]) => line + end).join(""))
      // LF after CR is one line end, which would make the two forms differ.
      .map((joined) => joined.replace(/\r\n/g, "\n").replace(/\r/g, "\n"));
    const ends = fc.constantFrom("\n", "\r\n", "\r");
    fc.assert(
      fc.property(text, ends, fc.array(fc.nat(), { maxLength: 8 }), (plain, end, cuts) => {
        const whole = parse([plain]);
        expect(parse(cutBytes(plain.replaceAll("\n", end), cuts))).toEqual(whole);
        expect(parse([...plain.replaceAll("\n", end)])).toEqual(whole);
      }),
    );
  });

  it("are skipped if they are too long, without affecting the next one", () => {
    const seen: string[] = [];
    const parser = new SseParser((data) => seen.push(data), 10);
    parser.push(`data: ${"x".repeat(100)}\n\ndata: ok\n\n`);
    parser.push("data: 1234567\ndata: 1234567\ndata: tail\n\n");
    for (let piece = 0; piece < 50; piece += 1) parser.push("data");
    parser.push("\n\ndata: fine\n\n");
    expect(seen).toEqual(["ok", "fine"]);
  });

  it("of a megabyte in small pieces are read completely", () => {
    const seen: number[] = [];
    const parser = new SseParser((data) => seen.push(data.length));
    parser.push("data: ");
    for (let piece = 0; piece < 65_536; piece += 1) parser.push("0123456789abcdef");
    parser.push("\n\n");
    expect(seen).toEqual([1_048_576]);
  });
});
