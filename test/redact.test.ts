import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutText } from "../src/base/cut-text.ts";
import { hide } from "../src/base/hide.ts";
import { MAX_QUOTED_LENGTH, quoteForeign } from "../src/redact.ts";

const SMILE = "\u{1F600}";

describe("quoting foreign text", () => {
  it("does not change harmless text in any language", () => {
    for (const text of ["", "contains a prompt injection", "Grüße, 世界", `${SMILE}!`]) {
      expect(quoteForeign(text)).toBe(text);
    }
  });

  it("escapes what would change a terminal or a log line", () => {
    const hostile = "a\r\nb\u0000\u001b[31m\u0085\u2028\u2029\u202e\u2066\u200f";
    expect(quoteForeign(hostile)).toBe(
      "a\\u000d\\u000ab\\u0000\\u001b[31m\\u0085\\u2028\\u2029\\u202e\\u2066\\u200f",
    );
  });

  it("gives one printable line of limited length for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 1_000 }), (text) => {
        const quoted = quoteForeign(text, 50);
        expect(quoted).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
        // An escaped unit takes six characters; an ellipsis indicates that there was more.
        expect(quoted.length).toBeLessThanOrEqual(50 * 6 + 1);
        if (text.length > 50) expect(quoted.endsWith("…")).toBe(true);
      }),
    );
  });

  it("cuts what is longer than any real reason", () => {
    const quoted = quoteForeign("x".repeat(10_000));
    expect(quoted).toBe(`${"x".repeat(MAX_QUOTED_LENGTH)}…`);
  });
});

describe("cutting text", () => {
  it("never leaves half a character", () => {
    expect(cutText(`ab${SMILE}`, 4)).toBe(`ab${SMILE}`);
    expect(cutText(`ab${SMILE}`, 3)).toBe("ab");
    expect(cutText(`ab${SMILE}`, 2)).toBe("ab");
    expect(cutText(SMILE, 1)).toBe("");
    expect(cutText("abc", 0)).toBe("");
  });

  it("gives the longest beginning that fits", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(40), (text, maxLength) => {
        const cut = cutText(text, maxLength);
        expect(text.startsWith(cut)).toBe(true);
        expect(cut.length).toBeLessThanOrEqual(maxLength);
        expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, maxLength - 1));
        expect(cut).not.toMatch(/[\ud800-\udbff]$/);
      }),
    );
  });
});

describe("hiding a value", () => {
  it("keeps it accessible, but not in printed, serialized or spread output", () => {
    const target = hide({ shown: 1 }, "hidden", "value") as { shown: number; hidden?: string };
    expect(target.hidden).toBe("value");
    expect(inspect(target)).not.toContain("value");
    expect(JSON.stringify(target)).toBe('{"shown":1}');
    expect({ ...target }).toEqual({ shown: 1 });
    target.hidden = "another";
    expect(target.hidden).toBe("another");
  });
});
