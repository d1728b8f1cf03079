import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordEnd } from "../../src/masking/detectors/assigned/operator/value-end.ts";
import { createMasker, type Detector, defineDetector } from "../../src/masking/index.ts";
import { codeAt } from "../../src/masking/text/chars.ts";
import { MARGIN, ScannedText } from "../../src/masking/text/scanned-text.ts";

/** The code units of the text and of `MARGIN` positions on both sides. */
function codesAround(text: ScannedText): number[] {
  return Array.from({ length: text.length + 2 * MARGIN }, (_, i) => codeAt(text, i - MARGIN));
}

function expected(view: string): number[] {
  const zeros = new Array<number>(MARGIN).fill(0);
  return [...zeros, ...Array.from(view, (_, i) => view.charCodeAt(i)), ...zeros];
}

describe("a scanned text", () => {
  it("has its string's code units between zeros, whatever it held before", () => {
    const text = new ScannedText();
    const views = ["short", "x".repeat(40_000), "é漢\ud800z", "", "y".repeat(600_000), "z"];
    for (const view of views) {
      text.read(view);
      expect(text.length).toBe(view.length);
      expect(codesAround(text)).toEqual(expected(view));
    }
    text.clear();
    expect(text.codes.length).toBeLessThan(20_000);
    expect(codesAround(text)).toEqual(expected(""));
  });

  it("releases the memory of a long text, and keeps nothing of any text", () => {
    const text = new ScannedText();
    text.read("s3cret".repeat(1_000));
    text.clear();
    expect(text.view).toBe("");
    expect(text.codes.every((code) => code === 0)).toBe(true);
  });
});

describe("a scan in progress", () => {
  it("is not affected by a custom detector that masks something itself", () => {
    const inner: { masked?: string } = {};
    const nested: Detector = {
      ...defineDetector({ type: "NESTED", find: () => [] }),
      find: ({ view }) => {
        if (view.includes("outer")) inner.masked = masker.mask("inner bob@example.org").text;
        return view.length;
      },
    };
    const masker = createMasker({ detectors: [nested] });
    const text = "outer jane@example.com and 4111 1111 1111 1111, call +1 415 555 0132";
    const alone = createMasker().mask(text);
    expect(masker.mask(text).text).toBe(alone.text);
    expect(inner.masked).toBe("inner [EMAIL_1]");
  });
});

describe("a value that an earlier scan has hidden", () => {
  it("is not found again by a custom detector that accepts anything", () => {
    const greedy: Detector = {
      ...defineDetector({ type: "NUMBER", find: () => [] }),
      gates: { literals: ["NR:"] },
      find: ({ end }, emit) => {
        emit(end, end + 8, 3);
        return end;
      },
    };
    const masker = createMasker({ detectors: [greedy] });
    for (const text of ["NR:abcdef!~;; and so on", "NR:abcdefghijkl and so on"]) {
      expect(masker.detect(text)).toMatchObject([{ start: 3, end: 11, type: "NUMBER" }]);
      expect(masker.mask(text).text).toBe(`NR:[NUMBER_1]${text.slice(11)}`);
    }
  });
});

describe("wrapped lines", () => {
  it("are joined once per position, and again in the next text", () => {
    const text = new ScannedText();
    text.read("key abc\n  def end");
    const joined = text.unwrapped(4);
    expect(joined).toEqual({
      from: 4,
      joined: "abcdef",
      lines: [
        { at: 4, length: 3 },
        { at: 10, length: 3 },
      ],
    });
    expect(text.unwrapped(4)).toBe(joined);
    expect(text.unwrapped(10).lines).toEqual([]);
    text.read("key other\nline");
    expect(text.unwrapped(4).joined).toBe("otherline");
    text.clear();
    expect(text.unwrapped(4).lines).toEqual([]);
  });
});

describe("the end of an unquoted value", () => {
  it("is the same whatever was looked up in this or another text before", () => {
    const piece = fc.constantFrom(
      "pw=",
      "a1",
      "&",
      "&b=",
      " ",
      "!",
      "}",
      "x".repeat(200),
      "é",
      "\n",
    );
    const view = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
    const asked = fc.array(fc.tuple(view, fc.array(fc.nat({ max: 900 }))), { minLength: 1 });
    fc.assert(
      fc.property(asked, (texts) => {
        const text = new ScannedText();
        for (const [said, places] of texts) {
          text.read(said);
          for (const place of places.filter((at) => at < said.length)) {
            const fresh = new ScannedText();
            fresh.read(said);
            expect(wordEnd(text, place)).toBe(wordEnd(fresh, place));
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});
