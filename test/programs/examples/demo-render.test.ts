import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allot, bar, legend, type Span, spansOf } from "../../../examples/demo/render/bar.ts";
import { closingPage, scenePage } from "../../../examples/demo/render/page.ts";
import { chooseStyle } from "../../../examples/demo/render/style.ts";
import { fitText } from "../../../examples/demo/render/text.ts";
import { plainAnswer } from "../../../examples/demo/scenes/plain-answer.ts";

const plain = chooseStyle({ isTTY: false, env: {} });
const coloured = chooseStyle({ isTTY: true, env: {} });

const PHASES = ["guard", "provider", "ingest", "finalize"] as const;
const spans: fc.Arbitrary<Span[]> = fc.array(
  fc.record({
    phase: fc.constantFrom(...PHASES),
    ms: fc.double({ min: 0, max: 1e6, noNaN: true }),
  }),
  { maxLength: 4 },
);
const anyText = fc.string({ unit: "binary", maxLength: 400 });

describe("a bar", () => {
  it("fills its columns exactly, with at least one for every phase", () => {
    fc.assert(
      fc.property(spans, fc.integer({ min: 4, max: 120 }), (given, columns) => {
        const cells = allot(given, columns);
        const total = cells.reduce((sum, count) => sum + count, 0);
        expect(total).toBe(given.length === 0 ? 0 : columns);
        for (const count of cells) expect(count).toBeGreaterThanOrEqual(1);
      }),
    );
  });

  it("gives longer phases at least as many columns as shorter ones", () => {
    fc.assert(
      fc.property(spans, (given) => {
        const cells = allot(given, 68);
        for (const [i, a] of given.entries()) {
          for (const [j, b] of given.entries()) {
            if (a.ms > b.ms) expect(cells[i]).toBeGreaterThanOrEqual(cells[j] ?? 0);
          }
        }
      }),
    );
  });

  it("is readable without colours, because every phase has its own glyph", () => {
    for (const env of [{}, { TERM: "dumb" }]) {
      const { cell } = chooseStyle({ isTTY: false, env }).glyphs;
      expect(new Set(Object.values(cell)).size).toBe(PHASES.length);
    }
    const given: Span[] = [
      { phase: "guard", ms: 10 },
      { phase: "provider", ms: 30 },
    ];
    expect(bar(given, 8, plain)).toBe("███▒▒▒▒▒");
    expect(stripVTControlCharacters(bar(given, 8, coloured))).toBe("███▒▒▒▒▒");
    expect(legend(given, plain)).toBe("█ guard 10  ▒ provider 30 ms");
  });

  it("omits phases that did not happen, and shows short ones as <1 ms", () => {
    const timings = {
      guardMs: 0.2,
      providerMs: undefined,
      ingestMs: undefined,
      finalizeMs: undefined,
    };
    expect(spansOf(timings)).toEqual([{ phase: "guard", ms: 0.2 }]);
    expect(legend(spansOf(timings), plain)).toBe("█ guard <1 ms");
    expect(legend([], plain)).toBe("");
  });
});

describe("a text", () => {
  it("never exceeds its box and has no control characters", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 4, max: 60 }), (text, columns) => {
        const lines = fitText(text, { columns, maxLines: 5, more: "~" });
        expect(lines.length).toBeGreaterThanOrEqual(1);
        expect(lines.length).toBeLessThanOrEqual(5);
        for (const line of lines) {
          expect([...line].length).toBeLessThanOrEqual(columns);
          expect(line).not.toMatch(/\p{Cc}/u);
        }
      }),
    );
  });

  it("wraps between words, and inside a word only if it exceeds a line", () => {
    const box = { columns: 10, maxLines: 9, more: "~" };
    expect(fitText("one two three four", box)).toEqual(["one two", "three four"]);
    expect(fitText("a abcdefghijklmno b", box)).toEqual(["a", "abcdefghij", "klmno b"]);
    expect(fitText("a\nb\r\n\nc", box)).toEqual(["a", "b", "", "c"]);
    expect(fitText("", box)).toEqual([""]);
  });

  it("shows a mark if it was cut", () => {
    expect(fitText("one two three", { columns: 5, maxLines: 2, more: "~" })).toEqual([
      "one",
      "two ~",
    ]);
  });
});

describe("a page", () => {
  const claims = fc.array(
    fc.record({ claim: anyText, difference: fc.option(anyText, { nil: undefined }) }),
  );

  it("stays within 80 columns whatever a provider or an error says", () => {
    fc.assert(
      fc.property(anyText, anyText, claims, (said, failed, facts) => {
        const evidence = {
          ending: { kind: "error", error: new Error(failed) },
          waitedMs: 12_345,
          guardInputs: [said],
          row: undefined,
          provider: [
            { messages: [{ role: "user", content: said }], text: "", asksForUsage: false },
          ],
          ingestRequests: 0,
          receipt: undefined,
          timings: { guardMs: 12_345, providerMs: 4_321, ingestMs: 1_234, finalizeMs: 1_234 },
        } as const;
        const page = scenePage({ scene: plainAnswer, evidence, facts }, 1, coloured);
        const lines = stripVTControlCharacters(page).split("\n");
        for (const line of lines) expect([...line].length).toBeLessThanOrEqual(80);
      }),
    );
  });

  it("ends with the differences, or with the number of facts that hold", () => {
    const differing = { exitCode: 1, checked: 3, differences: ["A: x. But: saw 1"] } as const;
    expect(closingPage(differing, 10, plain)).toContain("✗ A: x. But: saw 1");
    const holding = { exitCode: 0, checked: 3, differences: [] } as const;
    expect(closingPage(holding, 1_234, plain)).toContain("✓ All 3 facts hold, in 1.2 s.");
  });
});

describe("colours", () => {
  it.each([
    ["a terminal", { isTTY: true, env: {} }, true],
    ["a pipe", { isTTY: false, env: {} }, false],
    ["a terminal with NO_COLOR", { isTTY: true, env: { NO_COLOR: "1" } }, false],
    ["a terminal with an empty NO_COLOR", { isTTY: true, env: { NO_COLOR: "" } }, true],
    ["a pipe with FORCE_COLOR", { isTTY: false, env: { FORCE_COLOR: "1" } }, true],
    ["a terminal with FORCE_COLOR=0", { isTTY: true, env: { FORCE_COLOR: "0" } }, false],
    ["both", { isTTY: true, env: { FORCE_COLOR: "1", NO_COLOR: "1" } }, false],
    ["a dumb terminal", { isTTY: true, env: { TERM: "dumb" } }, false],
  ])("are used or not on %s", (_name, surroundings, expected) => {
    expect(chooseStyle(surroundings).paint("good", "x") !== "x").toBe(expected);
  });
});
