import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Vault } from "../../src/masking/index.ts";
import { createMasker, restore, restoreJson, streamRestorer } from "../../src/masking/index.ts";

/** A vault with three values, one of them full of what JSON escapes, one like a placeholder. */
function vaultOf(): Vault {
  const session = createMasker().open();
  session.vault.placeholderFor("EMAIL", "a@example.com");
  session.vault.placeholderFor("SECRET", 'quo"te\\back\nline');
  session.vault.placeholderFor("EMAIL", "[EMAIL_1]");
  for (let n = 3; n <= 12; n++) session.vault.placeholderFor("EMAIL", `user${n}@example.com`);
  return session.vault;
}

const vault = vaultOf();

function streamed(pieces: readonly string[], format: "text" | "json" = "text"): string {
  const restorer = streamRestorer(vault, format);
  return pieces.map((piece) => restorer.push(piece)).join("") + restorer.end();
}

describe("restoring", () => {
  it("puts originals for placeholders, in one pass", () => {
    expect(restore("to [EMAIL_1], cc [EMAIL_2] [EMAIL_12]", vaultOf())).toBe(
      "to a@example.com, cc [EMAIL_1] user12@example.com",
    );
  });

  it("takes any case, and the backslashes that Markdown needs", () => {
    for (const written of [
      "[EMAIL\\_1]",
      "[email_1]",
      "[Email\\_1]",
      "\\[EMAIL_1\\]",
      "\\[EMAIL\\_1\\]",
    ]) {
      expect(restore(`x ${written} y`, vaultOf())).toBe("x a@example.com y");
    }
    expect(restore("C:\\[EMAIL_1]", vaultOf())).toBe("C:\\a@example.com");
  });

  it("leaves placeholders it does not know", () => {
    const text = "[EMAIL_99] [PHONE_1] [EMAIL_1 [[EMAIL_] EMAIL_1]";
    expect(restore(text, vaultOf())).toBe(text);
  });

  it("keeps JSON valid", () => {
    const json =
      '{"q":"[SECRET_1]","p":"C:\\\\[EMAIL_1]","m":"\\\\[EMAIL\\\\_1\\\\]","n":"\\n[EMAIL_1]"}';
    expect(JSON.parse(restoreJson(json, vaultOf()))).toEqual({
      q: 'quo"te\\back\nline',
      p: "C:\\a@example.com",
      m: "a@example.com",
      n: "\na@example.com",
    });
  });
});

describe("restoring a stream", () => {
  it("lets everything go at once that cannot become a placeholder", () => {
    const restorer = streamRestorer(vaultOf());
    expect(restorer.push("Hello [world] and [EMAIL")).toBe("Hello [world] and ");
    expect(restorer.push("_1")).toBe("");
    expect(restorer.push("] and [EM")).toBe("a@example.com and ");
    expect(restorer.push("press]")).toBe("[EMpress]");
    expect(restorer.push(" the end [")).toBe(" the end ");
    expect(restorer.end()).toBe("[");
  });

  it("passes pieces through untouched when nothing was masked", () => {
    const restorer = streamRestorer(createMasker().open().vault);
    expect(restorer.push("[EMAIL_1")).toBe("[EMAIL_1");
    expect(restorer.end()).toBe("");
  });

  const fragment = fc.constantFrom(
    "[EMAIL_1]",
    "[EMAIL\\_2]",
    "[email_12]",
    "[SECRET_1]",
    "\\[EMAIL_1\\]",
    "[EMAIL_",
    "[",
    "]",
    "\\",
    "\\\\",
    "[EM",
    "_1]",
    "x",
    " ",
    "1",
    "[[",
    "\n",
    "é😀",
  );
  const text = fc.array(fragment, { maxLength: 14 }).map((parts) => parts.join(""));

  it("equals restoring the whole, wherever the text is cut in two", () => {
    fc.assert(
      fc.property(text, (whole) => {
        const expected = restore(whole, vault);
        for (let cut = 0; cut <= whole.length; cut++) {
          expect(streamed([whole.slice(0, cut), whole.slice(cut)])).toBe(expected);
        }
      }),
      { numRuns: 150 },
    );
  });

  it("equals restoring the whole, character by character, as text and as JSON", () => {
    fc.assert(
      fc.property(text, (whole) => {
        const characters = whole.split("");
        expect(streamed(characters)).toBe(restore(whole, vault));
        expect(streamed(characters, "json")).toBe(restoreJson(whole, vault));
      }),
      { numRuns: 300 },
    );
  });
});
