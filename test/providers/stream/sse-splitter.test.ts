import fc from "fast-check";
import { expect, it } from "vitest";
import { SseSplitter } from "../../../src/providers/stream/sse-splitter.ts";

/** The events found in `bytes`, cut at the given positions, each with its ending, and the rest. */
function split(bytes: Uint8Array, cuts: readonly number[]): [events: string[][], rest: string] {
  const places = [...cuts.map((cut) => cut % (bytes.length + 1)), 0, bytes.length];
  places.sort((a, b) => a - b);
  const events: string[][] = [];
  const splitter = new SseSplitter((event, ending) => {
    events.push([event, ending]);
    return event + ending;
  });
  let written = "";
  for (const [index, end] of places.slice(1).entries()) {
    written += splitter.push(bytes.subarray(places[index], end));
  }
  const rest = splitter.end();
  expect(written + rest).toBe(new TextDecoder().decode(bytes));
  return [events, rest];
}

it("finds the same events wherever a stream's bytes are cut, and loses none", () => {
  const text = fc.constantFrom("data: a", "data: é😀", "event: x", "");
  const lineEnd = fc.constantFrom("\n", "\r\n", "\r");
  fc.assert(
    fc.property(fc.array(fc.tuple(text, lineEnd)), fc.array(fc.nat()), (lines, cuts) => {
      const bytes = new TextEncoder().encode(lines.flat().join(""));
      expect(split(bytes, cuts)).toEqual(split(bytes, []));
    }),
  );
});

it("ends an event at any two consecutive line ends", () => {
  const bytes = new TextEncoder().encode("data: 1\n\ndata: 2\r\n\r\ndata: 3\r\rdata: 4\n");
  const events = [
    ["data: 1", "\n\n"],
    ["data: 2", "\r\n\r\n"],
    ["data: 3", "\r\r"],
  ];
  expect(split(bytes, [])).toEqual([events, "data: 4\n"]);
});

it.each(["\n\r\n", "\n\r", "\r\n\n", "\r\n\r", "\r\r\n"])(
  "ends an event at line ends of two kinds: %j",
  (end) => {
    const bytes = new TextEncoder().encode(`data: 1${end}data: 2${end}data: 3`);
    const [events, rest] = split(bytes, []);
    expect(events.map(([event]) => event?.trim())).toEqual(["data: 1", "data: 2"]);
    expect(rest.trim()).toBe("data: 3");
  },
);
