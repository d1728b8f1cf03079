import { describe, expect, it } from "vitest";
import {
  createMasker,
  restore,
  restoreJson,
  streamRestorer,
  type Vault,
} from "../../../src/masking/index.ts";
import { AnswerRestorer } from "../../../src/masking/restore/answer-restorer.ts";
import { randomFrom } from "../texts/samples.ts";

const FORMS = ["[{type}_{n}]", "<{type}:{n}>", "{{{type}-{n}}}", "«{type}#{n}»", "%{type}_{n}%"];
/** What may stand between placeholders in an answer. */
const JUNK = [
  "[",
  "]",
  "\\",
  "[EMAIL",
  "<",
  "{{",
  '"',
  " ",
  "x",
  "\\\\",
  "\n",
  '{"a":"',
  "1",
  "%",
  "%5",
  "&#",
  "&l",
  "\\u00",
];

/** Two dozen values, some with quotes and backslashes, and placeholders with two-digit numbers. */
function vaultOf(placeholder: string): Vault {
  const session = createMasker({ placeholder }).open();
  for (let i = 0; i < 12; i++) {
    session.mask(`user${i}@example.com, password: ${["Zq", "9\\", `${i}x!Ab`].join('"')}`);
  }
  return session.vault;
}

/** Punctuation as HTML, and JSON made for HTML, write it. */
const inHtml = (text: string): string =>
  text.replace(/[^\w«»]/g, (mark) => `&#${mark.charCodeAt(0)};`);
const inGo = (text: string): string =>
  text.replace(/[<>&[{]/g, (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`);

/** Placeholders that are whole, escaped, cut, lowercase, joined or misspelled, in any order. */
function hostileText(vault: Vault, random: () => number): string {
  const one = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value;
  const placeholders = [...vault.placeholders()];
  const ways: ((placeholder: string) => string)[] = [
    (given) => given,
    (given) => given.toLowerCase(),
    (given) => given.replace(/[^A-Za-z0-9]/g, "\\$&"),
    (given) => given.slice(0, Math.floor(random() * given.length)),
    (given) => given.replace(/\d+/, (number) => `${number}9`),
    (given) => `\\${given}`,
    (given) => given.replace("_", "\\_"),
    (given) => given + given,
    encodeURIComponent,
    (given) => encodeURIComponent(given).toLowerCase().slice(0, 9),
    inHtml,
    inGo,
    () => one(JUNK),
  ];
  const size = 1 + Math.floor(random() * 12);
  return Array.from(
    { length: size },
    () => one(ways)(one(placeholders)) + one(["", " ", ...JUNK]),
  ).join("");
}

function inPieces(text: string, random: () => number): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const size = 1 + Math.floor(random() * 5);
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return pieces;
}

describe.each(FORMS)("placeholders of the form %s", (form) => {
  const vault = vaultOf(form);
  const random = randomFrom(form.length);
  const texts = Array.from({ length: 400 }, () => hostileText(vault, random));

  it("are restored in a stream as in the whole, wherever it is cut, as text and as JSON", () => {
    for (const text of texts) {
      for (const format of ["text", "json"] as const) {
        const stream = streamRestorer(vault, format);
        const restored = inPieces(text, random).map((piece) => stream.push(piece));
        const whole = format === "json" ? restoreJson(text, vault) : restore(text, vault);
        expect([...restored, stream.end()].join("")).toBe(whole);
      }
    }
  });

  it("are restored in the same way in a whole answer and in single characters", () => {
    const answers = new AnswerRestorer(vault);
    for (const text of texts) {
      const stream = answers.open("text");
      const restored = [...text.split("")].map((character) => stream.push(character));
      expect([...restored, stream.end()].join("")).toBe(answers.whole(text, "text"));
    }
  });

  it("are restored in URLs, in HTML and in JSON made for HTML, with the right escapes", () => {
    const session = createMasker({ placeholder: form }).open();
    const mail = session.vault.placeholderFor("EMAIL", "a.b+c@example.com");
    const password = session.vault.placeholderFor("SECRET", 'Zq"9<x>!Ab');
    const answers = new AnswerRestorer(session.vault);
    const restored = (text: string): string => answers.whole(text, "text");
    const isAscii = !form.startsWith("«");
    for (const spelled of [encodeURIComponent(mail), encodeURIComponent(mail).toLowerCase()]) {
      const link = "https://example.com/?to=a.b%2Bc%40example.com&x=1";
      expect(restored(`https://example.com/?to=${spelled}&x=1`) === link).toBe(isAscii);
    }
    expect(restored(`<p>${inHtml(password)}</p>`)).toBe(
      form.startsWith("«") ? `<p>${inHtml(password)}</p>` : "<p>Zq&#34;9&#60;x&#62;!Ab</p>",
    );
    const called = answers.whole(`{"to":"${inGo(password)}"}`, "json");
    if (inGo(password) !== password) expect(JSON.parse(called)).toEqual({ to: 'Zq"9<x>!Ab' });
  });

  it("differ from those that the prompt contains encoded, in any case", () => {
    for (const there of [
      "\\u005BEMAIL_1\\u005D",
      "\\u005bEMAIL_1\\u005d",
      "&#x5B;EMAIL_1&#x5D;",
      "&LSqb;EMAIL_1&rsqb;",
      "%5bemail_1%5D",
    ]) {
      const session = createMasker().open();
      session.reserve(there);
      expect(session.mask("a@example.com").text).toBe("[EMAIL_2]");
      expect(new AnswerRestorer(session.vault).whole(there, "text")).toBe(there);
    }
  });

  it("differ from those that the prompt contains encoded", () => {
    const session = createMasker({ placeholder: form }).open();
    const [first = ""] = createMasker({ placeholder: form })
      .mask("a@example.com")
      .vault.placeholders();
    session.reserve(`see ${encodeURIComponent(first)} and ${inHtml(first)}`);
    const { text } = session.mask("a@example.com");
    expect(text === first).toBe(form.startsWith("«"));
  });

  it("are restored without breaking JSON", () => {
    for (const text of texts) {
      const json = JSON.stringify({ text, list: [text] });
      expect(() => JSON.parse(restoreJson(json, vault))).not.toThrow();
    }
  });
});
