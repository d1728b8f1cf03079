import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMasker, restore } from "../../src/masking/index.ts";
import { card, grouped, iban, pem, token, webToken } from "./texts/samples.ts";

const masker = createMasker();
const seed = fc.nat({ max: 1e6 });

/** Values of every kind, and typical surroundings. */
const value = fc.oneof(
  fc
    .tuple(seed, fc.constantFrom("", " ", "-", ".", "\u00a0"))
    .map(([n, gap]) => grouped(card("4", 16, n), 4, gap)),
  seed.map((n) => iban("DE", String(n).padStart(18, "3"))),
  seed.map((n) => `user${n}@example.com`),
  seed.map((n) => `+49 170 ${String(n).padStart(7, "1")}`),
  seed.map((n) => `(415) 555-${String(n % 10_000).padStart(4, "0")}`),
  seed.map((n) => `10.${n % 256}.3.4`),
  seed.map((n) => `2001:db8::${(n % 65_536).toString(16)}`),
  seed.map((n) => ["gh", "p_", token(n, 36)].join("")),
  seed.map((n) => webToken(n)),
  seed.map((n) => `https://app:${token(n, 14)}@db.internal/x`),
  fc.constant(pem("RSA ")),
  fc.constantFrom("536-22-8726", "00:1A:2B:3C:4D:5E", "AB123456C"),
);
const words = fc.constantFrom(
  " ",
  ", ",
  "\n",
  "my phone is ",
  "password: ",
  "api_key=",
  '"token": "',
  '"',
  " tel ",
  "card ",
  "IBAN ",
  "SSN ",
  "call me at ",
  "the key is ",
  "[EMAIL_1]",
  "[PHONE_7] ",
  " office ",
  "12345678 ",
  "9472 7916 ",
  "hunter2!X ",
  "é漢字",
  "\u200b",
  "\\n",
  "x",
  "://",
  "@",
  ":",
  "-",
  "5551234 ",
  "secret ",
  "Bearer ",
  "fax: ",
  "0911 22 33 44",
  "a1b2c3d4e5f6a7b8c9",
  "2024-05-06 ",
  "%20",
  "%40",
  "&#64;",
  "&nbsp;",
  "\\u0040",
  "\\n1",
  "\\\\t",
  "\u0430",
  "\u0415",
  "④",
  "²",
  "𝟒",
  "𝐣",
  " @ ",
  " a @ b . c o m",
  "jane [at] example [dot] com",
  "203.0.113[.]7",
  " dot ",
  "key - ",
  "token {\n default = ",
  "?key=",
  "T: ",
  "DE 89 37",
  "D E ",
  "clé API est ",
  "(",
  ")",
  ".",
  "/",
);
const text = fc
  .array(fc.oneof({ weight: 2, arbitrary: words }, value), { maxLength: 12 })
  .map((parts) => parts.join(""));

describe("masking any text", () => {
  it("and restoring it gives the original text", () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: "binary", maxLength: 200 })), (original) => {
        const { text: masked, vault } = masker.mask(original);
        // Placeholders that were in the text already were not assigned.
        expect(restore(masked, vault)).toBe(original);
      }),
      { numRuns: 300 },
    );
  });

  it("a second time changes nothing", () => {
    fc.assert(
      fc.property(text, (original) => {
        const once = masker.mask(original).text;
        expect(masker.mask(once).text).toBe(once);
      }),
      { numRuns: 800 },
    );
  });

  it("a second time changes nothing if a word of any alphabet follows a value directly", () => {
    for (const value of ["call 555-010-4357", "card 4111111111111111", "192.168.7.9"]) {
      for (const word of ["şifresi", "пароль"]) {
        const once = masker.mask(`${value}${word}: Kaplan4711x`).text;
        expect(once).not.toContain("Kaplan");
        expect(masker.mask(once).text).toBe(once);
      }
    }
  });

  it("a second time changes nothing if numbers or names stand next to a value", () => {
    const beside = ["33716", "4", "4111 1111 1111 1111", "943 476 5919", "4.9.3.1", "12-34-56"];
    const values = [
      "bob@example.com",
      "(415) 555-0132",
      "+1 415 555 0132",
      "DE89370400440532013000",
    ];
    const gaps = [" ", "\n", "\r\n", "\t ", ", ", "-", "="];
    for (const value of [...values, "API_KEY=Kaplan4711xQ29vb", "4111111111111111"]) {
      for (const [number, gap] of beside.flatMap((one) => gaps.map((gap) => [one, gap] as const))) {
        for (const row of [number + gap + value, value + gap + number]) {
          const once = masker.mask(`Write to\n${row}\nsoon`).text;
          expect(masker.mask(once).text).toBe(once);
        }
      }
    }
  });

  it("a second time changes nothing if a placeholder shifts words or table columns", () => {
    const texts = [
      "token {\n default = 4111ftp://(415) 555-0000",
      "pass N ord40x1!00:1A:2B:3C:4D:5E",
      'pass="in#4N (415) 555-0132"',
      "jane@example.com  pass\n--  --------\nE0aJBvb0bs",
      "name              pass\n----------------  --------  ----\njane@example.com  open      Kaplan4711x",
    ];
    for (const original of texts) {
      const once = masker.mask(original).text;
      expect(once).not.toBe(original);
      expect(masker.mask(once).text).toBe(once);
    }
  });

  it("keeps everything outside the spans unchanged", () => {
    fc.assert(
      fc.property(text, (original) => {
        const { text: masked, spans } = masker.mask(original);
        let rebuilt = "";
        let copied = 0;
        for (const { start, end, placeholder } of spans) {
          expect(start).toBeGreaterThanOrEqual(copied);
          expect(end).toBeGreaterThan(start);
          rebuilt += original.slice(copied, start) + placeholder;
          copied = end;
        }
        expect(rebuilt + original.slice(copied)).toBe(masked);
      }),
      { numRuns: 300 },
    );
  });

  it("gives the same result every time", () => {
    fc.assert(
      fc.property(text, (original) => {
        expect(masker.mask(original).text).toBe(createMasker().mask(original).text);
      }),
      { numRuns: 30 },
    );
  });
});
