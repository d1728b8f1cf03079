import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tagFor } from "../../../src/lifecycle/transcript/marker.ts";
import { renderTranscript, type Transcript } from "../../../src/lifecycle/transcript/transcript.ts";
import { maskPersonalData } from "../../../src/local/policy/mask-personal-data.ts";
import { looksLikeInjection } from "../../../src/local/policy/prompt-injection.ts";
import type { Segment } from "../../../src/types.ts";

/** Any text, including lone surrogates and control characters. */
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 }).map((units) => {
    return String.fromCharCode(...units);
  }),
  fc.constantFrom("", " ", "\n", "\r", "\r\n", "\n\n", "[", "]", "\ud800", "\udc00"),
);

const still = (): number => 0;

/** Text made with knowledge of the format and of the words that a constant random chooses. */
const forgery = fc
  .array(
    fc.oneof(
      { weight: 1, arbitrary: anyText },
      {
        weight: 3,
        arbitrary: fc
          .tuple(
            fc.constantFrom("system one", "user two", "user one", "assistant three", "end", "user"),
            fc.nat({ max: 9 }),
            fc.constantFrom("", "\n", " ", "\u200b"),
            fc.boolean(),
          )
          .map(([head, attempt, filler, loud]) => {
            const marker = `[${head} ${tagFor(attempt, still)}]`;
            const disguised = filler === "" ? marker : [...marker].join(filler);
            return `\n${loud ? disguised.toUpperCase() : disguised}\n`;
          }),
      },
    ),
    { maxLength: 6 },
  )
  .map((pieces) => pieces.join(""));

const role = fc.constantFrom("system", "user", "assistant", "tool", "Function", "a b", "");

function segments(text: fc.Arbitrary<string>, minLength = 0): fc.Arbitrary<Segment[]> {
  return fc.array(fc.record({ role, kind: fc.constant("text" as const), text }), {
    minLength,
    maxLength: 6,
  });
}

function textsOf(list: readonly Segment[]): string[] {
  return list.map((segment) => segment.text);
}

/** A guard's rewrite of the transcript that changes texts and keeps the markers. */
function rewriteBetween(transcript: Transcript, texts: readonly string[]): string {
  return transcript.render(texts);
}

describe("mapping a rewrite back", () => {
  it("is exact for any messages and any rewrite that keeps the markers", () => {
    fc.assert(
      fc.property(segments(anyText, 1), fc.infiniteStream(anyText), (list, stream) => {
        const transcript = renderTranscript(list, Math.random);
        const texts = list.map(() => stream.next().value as string);
        expect(transcript.split(rewriteBetween(transcript, texts))).toEqual(texts);
        expect(transcript.split(transcript.text)).toEqual(textsOf(list));
      }),
    );
  });

  it("is exact for messages that imitate markers in any disguise", () => {
    fc.assert(
      fc.property(segments(forgery, 1), (list) => {
        const transcript = renderTranscript(list, still);
        expect(transcript.split(transcript.text)).toEqual(textsOf(list));
      }),
    );
  });

  it("is exact or refused if the rewrite imitates the call's own markers", () => {
    fc.assert(
      fc.property(segments(anyText, 2), fc.nat(), fc.nat(), fc.nat(), (list, at, which, way) => {
        const transcript = renderTranscript(list, still);
        const markers = transcript.text.split("\n").filter((line) => line.startsWith("["));
        const marker = markers[which % markers.length] ?? "";
        const ways = [
          marker,
          marker.toUpperCase(),
          marker.slice(0, -1),
          marker.slice(1),
          `${marker}\n`,
          [...marker].join("\u200b"),
          marker.replaceAll(" ", "\n"),
        ];
        const imitation = ways[way % ways.length] ?? "";
        const texts = textsOf(list).map((text, index) => {
          return index === at % list.length ? `${text}${imitation}${text}` : text;
        });
        const mapped = transcript.split(rewriteBetween(transcript, texts));
        if (mapped !== undefined) expect(mapped).toEqual(texts);
      }),
    );
  });

  it("works with guards that mask emails, digits, names, capitals, keys and long tokens", () => {
    const masks: ((text: string) => string)[] = [
      (text) => text.replace(/[\w.+-]+@[\w.-]+/g, "[EMAIL]"),
      (text) => text.replace(/\d/g, "#"),
      (text) => text.replace(/\b[A-Z][a-z]+\b/g, "[NAME]"),
      (text) => text.replace(/[A-Z]/g, "*"),
      (text) => text.replace(/\b(?=\w*\d)\w{6,}\b/g, "[TOKEN]"),
      (text) => text.replace(/[^\s[\]]{17,}/g, "[SECRET]"),
      (text) => text.replace(/\b(?:\+?\d[\s()-]*){7,}/g, "[PHONE]"),
      (text) => text.normalize("NFKC"),
      (text) => text.toLowerCase(),
      (text) => text.replace(/\u200b|\u200d|\ufeff/g, ""),
    ];
    const personal = fc.constantFrom(
      "Ada Lovelace",
      "ada@example.com",
      "+49 30 123456",
      "A1b2C3d4E5f6G7h8I9",
      "x",
    );
    const text = fc
      .array(fc.oneof(personal, fc.string()), { maxLength: 4 })
      .map((all) => all.join(" "));
    fc.assert(
      fc.property(segments(text, 2), fc.nat(), (list, which) => {
        const mask = masks[which % masks.length] ?? String;
        const transcript = renderTranscript(list, Math.random);
        expect(transcript.split(mask(transcript.text))).toEqual(textsOf(list).map(mask));
      }),
    );
  });
});

describe("the local data plane's policy", () => {
  it("masks texts in a transcript as it does alone, and takes no marker for an injection", () => {
    const text = fc.constantFrom(
      "Write to ada@example.com",
      "call +49 30 1234567",
      "(415) 555-0132",
      "my number is 078-05-1120",
      "192.168.0.1",
      "4111 1111 1111 1111",
      "nothing here",
    );
    fc.assert(
      fc.property(segments(text, 2), (list) => {
        const transcript = renderTranscript(list, Math.random);
        const mapped = transcript.split(maskPersonalData(transcript.text));
        const unnumbered = (each: string): string => each.replace(/_\d+\]/g, "]");
        expect(mapped?.map(unnumbered)).toEqual(
          textsOf(list).map((each) => unnumbered(maskPersonalData(each))),
        );
        expect(looksLikeInjection(transcript.text)).toBe(false);
      }),
    );
  });
});

describe("any damaged rewrite", () => {
  const damage = fc.array(
    fc.record({
      action: fc.constantFrom("cut", "drop", "double", "swap", "insert"),
      from: fc.nat({ max: 400 }),
      to: fc.nat({ max: 400 }),
      text: anyText,
    }),
    { minLength: 1, maxLength: 4 },
  );

  function damaged(
    text: string,
    steps: readonly { action: string; from: number; to: number; text: string }[],
  ): string {
    return steps.reduce((current, { action, from, to, text: added }) => {
      const [start, end] = from < to ? [from, to] : [to, from];
      const piece = current.slice(start, end);
      if (action === "cut") return current.slice(0, end);
      if (action === "drop") return current.slice(0, start) + current.slice(end);
      if (action === "double") return current.slice(0, end) + piece + current.slice(end);
      if (action === "swap") return current.slice(end) + piece + current.slice(0, start);
      return current.slice(0, start) + added + current.slice(start);
    }, text);
  }

  it("maps to the texts between each message's own markers, if at all", () => {
    fc.assert(
      fc.property(segments(anyText, 2), damage, (list, steps) => {
        const transcript = renderTranscript(list, Math.random);
        const lines = markerLines(transcript, list.length);
        const rewritten = damaged(transcript.text, steps);
        const mapped = transcript.split(rewritten);
        if (mapped === undefined) return;
        expect(mapped).toHaveLength(list.length);
        // Joined with the real markers again, it equals the guard's text except for white space.
        const again = mapped.map((text, index) => `${lines[index]}${text}`).join("") + lines.at(-1);
        expect(bare(again)).toBe(bare(rewritten));
        for (const line of lines) expect(rewritten.split(line)).toHaveLength(2);
      }),
      { numRuns: 300 },
    );
  });

  it("is not mapped without every marker", () => {
    fc.assert(
      fc.property(segments(anyText, 2), fc.string({ unit: "binary" }), (list, rewritten) => {
        expect(renderTranscript(list, Math.random).split(rewritten)).toBeUndefined();
      }),
    );
  });

  it("is not mapped if it is cut off", () => {
    fc.assert(
      fc.property(segments(anyText, 2), fc.nat(), (list, at) => {
        const transcript = renderTranscript(list, Math.random);
        const cut = transcript.text.slice(0, at % transcript.text.length);
        expect(transcript.split(cut)).toBeUndefined();
      }),
    );
  });

  function markerLines(transcript: Transcript, count: number): string[] {
    const empty = transcript.render(Array.from({ length: count }, () => ""));
    return empty.split("\n\n");
  }

  function bare(text: string): string {
    return text.replace(/\s/g, "");
  }
});
