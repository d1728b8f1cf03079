import { describe, expect, it } from "vitest";
import { AnswerRestorer } from "../../src/masking/answer-restorer.ts";
import {
  createMasker,
  restore,
  restoreJson,
  streamRestorer,
  type Vault,
} from "../../src/masking/index.ts";
import { randomFrom } from "./samples.ts";

const FORMS = ["[{type}_{n}]", "<{type}:{n}>", "{{{type}-{n}}}", "«{type}#{n}»", "%{type}_{n}%"];
/** What a model, or whoever writes to it, may put between placeholders. */
const JUNK = ["[", "]", "\\", "[EMAIL", "<", "{{", '"', " ", "x", "\\\\", "\n", '{"a":"', "1", "%"];

/** Two dozen values, with quotes and backslashes in some and numbers of two digits in their names. */
function vaultOf(placeholder: string): Vault {
  const session = createMasker({ placeholder }).open();
  for (let i = 0; i < 12; i++) {
    session.mask(`user${i}@example.com, password: ${["Zq", "9\\", `${i}x!Ab`].join('"')}`);
  }
  return session.vault;
}

/** Placeholders whole, escaped, cut, in small letters, glued and misspelt, in any order. */
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

describe.each(FORMS)("placeholders written %s", (form) => {
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

  it("are restored alike in an answer that comes at once and in one that comes in characters", () => {
    const answers = new AnswerRestorer(vault);
    for (const text of texts) {
      const stream = answers.open("text");
      const restored = [...text.split("")].map((character) => stream.push(character));
      expect([...restored, stream.end()].join("")).toBe(answers.whole(text, "text"));
    }
  });

  it("leave JSON that it is", () => {
    for (const text of texts) {
      const json = JSON.stringify({ text, list: [text] });
      expect(() => JSON.parse(restoreJson(json, vault))).not.toThrow();
    }
  });
});
