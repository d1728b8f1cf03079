import { describe, expect, it } from "vitest";
import { ordinalWords } from "../../../src/lifecycle/transcript/marker.ts";
import { renderTranscript } from "../../../src/lifecycle/transcript/transcript.ts";
import { TAG_WORDS } from "../../../src/lifecycle/transcript/words.ts";
import type { Segment } from "../../../src/types.ts";

const TEXTS = ["You are terse.", "Hello,\nhow are you?", ""];

function segmentsOf(texts: readonly string[], roles: readonly string[] = ["system", "user"]) {
  return texts.map((text, index): Segment => {
    return { role: roles[index % roles.length] ?? "user", kind: "text", text };
  });
}

/** A random that repeats the given values. */
function cycle(values: readonly number[]): () => number {
  let at = 0;
  return () => values[at++ % values.length] ?? 0;
}

const still = (): number => 0;

describe("a transcript of at most one text", () => {
  it("is the text itself, and any rewrite of it is the new text", () => {
    const transcript = renderTranscript(segmentsOf(["Hello [end]"]), Math.random);
    expect(transcript.text).toBe("Hello [end]");
    expect(transcript.split("\n[NAME] says hello ")).toEqual(["\n[NAME] says hello "]);
    expect(transcript.render(["other"])).toBe("other");
  });

  it("is empty without texts, and no rewrite maps to it", () => {
    const transcript = renderTranscript([], Math.random);
    expect(transcript.text).toBe("");
    expect(transcript.split("")).toEqual([]);
    expect(transcript.split("invented")).toBeUndefined();
    expect(transcript.render([])).toBe("");
  });
});

describe("a transcript of several texts", () => {
  it("puts each text under a line with its role and position, and has an end line", () => {
    const { text } = renderTranscript(segmentsOf(["a", "b", "c"]), still);
    const tag = /\[end ([a-z ]+)\]$/.exec(text)?.[1];
    expect(tag?.split(" ")).toHaveLength(3);
    expect(text).toBe(
      `[system one ${tag}]\na\n[user two ${tag}]\nb\n[system three ${tag}]\nc\n[end ${tag}]`,
    );
  });

  it("has markers of short lowercase words only, whatever a role is called", () => {
    const roles = ["Tool", "user-42", "", "x".repeat(99), "naïve", "__proto__", "developer"];
    const { text } = renderTranscript(segmentsOf(roles.fill("text", 7), roles), Math.random);
    const markers = text.split("\n").filter((line) => line.startsWith("["));
    expect(markers).toHaveLength(8);
    for (const marker of markers) expect(marker).toMatch(/^\[(?:[a-z]{1,16} ){3,4}[a-z]{4,8}\]$/);
    expect(markers[0]).toMatch(/^\[tool one /);
    expect(markers[1]).toMatch(/^\[other two /);
  });

  it("renders other texts with the same markers, for telemetry", () => {
    const transcript = renderTranscript(segmentsOf(TEXTS), Math.random);
    expect(transcript.render(TEXTS)).toBe(transcript.text);
    expect(transcript.split(transcript.render(["x", "y", "z"]))).toEqual(["x", "y", "z"]);
    expect(() => transcript.render(["x"])).toThrow(RangeError);
  });

  it("uses another tag in each call", () => {
    const texts = new Set(
      Array.from({ length: 20 }, () => renderTranscript(segmentsOf(TEXTS), Math.random).text),
    );
    expect(texts.size).toBeGreaterThan(15);
  });
});

describe("a rewrite with changed white space", () => {
  const transcript = renderTranscript(segmentsOf(TEXTS), Math.random);

  it.each([
    [
      "with CRLF line ends",
      (text: string) => text.replaceAll("\n", "\r\n"),
      "Hello,\r\nhow are you?",
    ],
    ["with CR line ends", (text: string) => text.replaceAll("\n", "\r"), "Hello,\rhow are you?"],
    [
      "with white space collapsed",
      (text: string) => text.replace(/\s+/g, " "),
      "Hello, how are you?",
    ],
    ["with line breaks removed", (text: string) => text.replaceAll("\n", ""), "Hello,how are you?"],
    ["with a line break at its end", (text: string) => `${text}\n`, TEXTS[1]],
    ["with blank lines removed", (text: string) => text.replace(/\n+/g, "\n"), TEXTS[1]],
    ["with each text beside its marker", (text: string) => text.replaceAll("]\n", "]"), TEXTS[1]],
  ])("is still mapped %s", (_title, tidy, second) => {
    expect(transcript.split(tidy(transcript.text))).toEqual([TEXTS[0], second, ""]);
  });

  it("loses only the line breaks that the transcript added", () => {
    const texts = ["\r", "\n\n a \n", " \r\n", "\t"];
    const padded = renderTranscript(segmentsOf(texts), Math.random);
    expect(padded.split(padded.text)).toEqual(texts);
  });
});

describe("an ambiguous rewrite", () => {
  const transcript = renderTranscript(segmentsOf(["one", "two", "three"]), Math.random);
  const { text } = transcript;
  const lines = text.split("\n");
  const markers = lines.filter((line) => line.startsWith("["));

  it.each([
    ["something before the first marker", `Sure! ${text}`],
    ["something after the end", `${text} I have removed the names.`],
    ["its end cut off", text.slice(0, -1)],
    ["no markers", "one two three"],
    ["nothing", ""],
    ["a marker twice", text.replace("two", `two ${markers[1]}`)],
    ["a marker in capitals", text.replace(`${markers[1]}`, `${markers[1]}`.toUpperCase())],
    [
      "a marker twice, and once more in capitals",
      text.replace("two", `two ${markers[1]} ${markers[1]?.toUpperCase()}`),
    ],
    ["a second marker in capitals", text.replace("two", `${markers[2]}`.toUpperCase())],
    [
      "a second marker with hidden characters",
      text.replace("\ntwo", `\n${[...`${markers[2]}`].join("\u200b")}`),
    ],
    [
      "markers in another order",
      [...lines.slice(2, 4), ...lines.slice(0, 2), ...lines.slice(4)].join("\n"),
    ],
    ["a marker missing", lines.filter((line) => line !== markers[1]).join("\n")],
    ["a marker renamed", text.replace("[user two", "[system two")],
  ])("is not mapped: %s", (_title, rewritten) => {
    expect(transcript.split(rewritten)).toBeUndefined();
  });
});

describe("the tag of a transcript", () => {
  it("does not occur in a text, in any case, spacing or disguise", () => {
    const tag =
      /\[end ([a-z ]+)\]$/.exec(renderTranscript(segmentsOf(["a", "b"]), still).text)?.[1] ?? "";
    for (const disguised of [
      tag,
      tag.toUpperCase(),
      tag.replaceAll(" ", "\n\n\t"),
      [...tag].join("\u200b"),
      [...tag].join("\u00ad"),
      tag.replaceAll(" ", ""),
      tag.replaceAll(" ", "]*[_"),
    ]) {
      const { text } = renderTranscript(segmentsOf([disguised, "b"]), still);
      expect(text.endsWith(`[end ${tag}]`)).toBe(false);
    }
  });

  it("does not occur across two texts", () => {
    const [first = "", second = "", third = ""] = (
      /\[end ([a-z ]+)\]$/.exec(renderTranscript(segmentsOf(["a", "b"]), still).text)?.[1] ?? ""
    ).split(" ");
    const texts = [`${first} ${second}`, third];
    const transcript = renderTranscript(segmentsOf(texts), still);
    expect(transcript.split(transcript.text)).toEqual(texts);
  });

  it("is found even if the text contains every word and random is constant", () => {
    const everything = Array.from({ length: 40 }, () => TAG_WORDS.join(" ")).join(" ");
    const strides = Array.from({ length: 2_000 }, (_, at) => TAG_WORDS[(at * 89) % 256]).join(" ");
    const texts = [everything, strides, strides.toUpperCase()];
    for (const random of [still, () => 0.999_999, cycle([0.5, 0, 0.25])]) {
      const transcript = renderTranscript(segmentsOf(texts), random);
      expect(transcript.split(transcript.text)).toEqual(texts);
    }
  });

  it("is made of 256 different plain words", () => {
    expect(new Set(TAG_WORDS).size).toBe(256);
    for (const word of TAG_WORDS) expect(word).toMatch(/^[a-z]{4,8}$/);
  });
});

describe("large prompts", () => {
  it("keep the order of ten thousand texts", () => {
    const texts = Array.from({ length: 10_000 }, (_, index) => `text ${index}\n`);
    const transcript = renderTranscript(segmentsOf(texts), Math.random);
    expect(transcript.split(transcript.text)).toEqual(texts);
  });

  it("take time in proportion to their length, even if hostile", () => {
    for (const unit of ["lorem ipsum ", "[", "anvil kettle ", "\u200b", "zebra\u200b"]) {
      const small = fastest(() => roundTrip(unit.repeat(Math.ceil(60_000 / unit.length))));
      const large = fastest(() => roundTrip(unit.repeat(Math.ceil(960_000 / unit.length))));
      // Sixteen times the text: quadratic would be 256 times the time. A run of microseconds may
      // take a hundred times as long when the text no longer fits into the processor's cache.
      expect(large).toBeLessThan(100 * Math.max(small, 0.25));
    }
  });
});

function roundTrip(text: string): void {
  const transcript = renderTranscript(segmentsOf([text, text]), still);
  if (transcript.split(transcript.text)?.[1] !== text) throw new Error("mapped wrongly");
}

function fastest(run: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.max(Math.min(...times), 0.01);
}

describe("ordinals", () => {
  it("are words without digits", () => {
    const said = [1, 13, 20, 21, 99, 100, 342, 1_000, 10_001, 999_999, 1_000_000].map(ordinalWords);
    expect(said).toEqual([
      "one",
      "thirteen",
      "twenty",
      "twenty one",
      "ninety nine",
      "one hundred",
      "three hundred forty two",
      "one thousand",
      "ten thousand one",
      "nine hundred ninety nine thousand nine hundred ninety nine",
      "one million",
    ]);
  });
});
