import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Vault } from "../../../src/masking/index.ts";
import {
  createMasker,
  defineDetector,
  restore,
  restoreJson,
  streamRestorer,
} from "../../../src/masking/index.ts";
import { AnswerRestorer } from "../../../src/masking/restore/answer-restorer.ts";

/**
 * A vault with several values, one full of characters that JSON escapes, one like a placeholder.
 */
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
  it("says which argument is wrong if it gets the whole result of mask, or no text", () => {
    const masked = createMasker().mask("Write to ada@example.com.");
    const given: readonly [unknown, unknown][] = [
      [masked.text, masked],
      [masked.text, undefined],
      [masked.vault, masked.text],
      [Buffer.from("text"), masked.vault],
    ];
    const named = /^(?:restore|restoreJson|streamRestorer): (?:vault must be|pass a string)/;
    for (const [text, wrong] of given) {
      expect(() => restore(text as string, wrong as Vault)).toThrow(named);
      expect(() => restoreJson(text as string, wrong as Vault)).toThrow(named);
    }
    expect(() => streamRestorer(masked as never)).toThrow(named);
  });

  it("replaces placeholders by originals, in one pass", () => {
    expect(restore("to [EMAIL_1], cc [EMAIL_2] [EMAIL_12]", vaultOf())).toBe(
      "to a@example.com, cc [EMAIL_1] user12@example.com",
    );
  });

  it("accepts any case, and Markdown's backslashes", () => {
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

  it("keeps unknown placeholders", () => {
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

describe("a value that was found in JSON", () => {
  const password = 'Kap"lan/47é\\x';
  /** As PHP and Python write it. */
  const json = String.raw`{"password":"Kap\"lan\/47\u00e9\\x","note":"\n"}`;
  const nested = JSON.stringify([{ type: "text", text: json }]);
  const call = { key: "[SECRET_1]", list: ["[SECRET_1]"] };

  it("is restored in that JSON exactly", () => {
    for (const [given, masked] of [
      [json, String.raw`{"password":"[SECRET_1]","note":"\n"}`],
      [`Ours: ${json}`, String.raw`Ours: {"password":"[SECRET_1]","note":"\n"}`],
      [
        nested,
        String.raw`[{"type":"text","text":"{\"password\":\"[SECRET_1]\",\"note\":\"\\n\"}"}]`,
      ],
    ] as const) {
      const { text, vault } = createMasker().mask(given);
      expect(text).toBe(masked);
      expect(restore(text, vault)).toBe(given);
    }
  });

  it("is restored unescaped in text and escaped in JSON", () => {
    for (const given of [json, `Ours: ${json}`, nested, `password: '${password}'`]) {
      const { text, vault } = createMasker().mask(given);
      expect(text).toContain("[SECRET_1]");
      const restorer = new AnswerRestorer(vault);
      expect(restorer.whole("[SECRET_1]", "text")).toBe(password);
      for (const format of ["text", "json"] as const) {
        const called = JSON.parse(restorer.whole(JSON.stringify(call), format));
        expect(called).toEqual({ key: password, list: [password] });
      }
      const echo = `Here:\n\`\`\`json\n${JSON.stringify(call)}\n\`\`\`\nIt says [SECRET_1].`;
      const answer = restorer.whole(echo, "text");
      expect(JSON.parse(answer.split("\n")[2] ?? "")).toEqual({ key: password, list: [password] });
      expect(answer.split("\n")[4]).toBe(`It says ${password}.`);
      const body = JSON.stringify({ body: JSON.stringify(call) });
      const sent = JSON.parse(restoreJson(body, vault)) as { body: string };
      expect(JSON.parse(sent.body)).toEqual({ key: password, list: [password] });
    }
  });

  it("keeps its JSON escapes within quotes of code, in streams and tool arguments too", () => {
    const [letters, said] = [String.raw`BEGIN\n\"one\"\nEND`, 'BEGIN\n"one"\nEND'];
    const { vault } = createMasker().open();
    const placeholder = vault.placeholderFor("SECRET", letters, said);
    const restorer = new AnswerRestorer(vault);
    for (const [told, seen] of [
      [`const key = "${placeholder}";`, `const key = "${letters}";`],
      [`KEY="a\\"${placeholder}"`, `KEY="a\\"${letters}"`],
      [`a "quote", and ${placeholder}`, `a "quote", and ${said}`],
      [`5" wide\n${placeholder}`, `5" wide\n${said}`],
      [`{"a":"b"} "${placeholder}"`, `{"a":"b"} "${letters}"`],
    ] as const) {
      expect(restorer.whole(told, "text")).toBe(seen);
      const input = JSON.stringify({ file: told });
      const pieces = restorer.open("json");
      const called = input.split("").map((piece) => pieces.push(piece));
      expect(JSON.parse(called.join("") + pieces.end())).toEqual({ file: seen });
    }
  });

  it("is restored in up to four nested JSON strings, since each level doubles its escapes", () => {
    const restorer = new AnswerRestorer(createMasker().mask(json).vault);
    const inStrings = (value: string, layers: number): string =>
      layers === 0 ? value : JSON.stringify({ a: inStrings(value, layers - 1) });
    for (const layers of [1, 2, 3, 4]) {
      expect(restorer.whole(inStrings("[SECRET_1]", layers), "text")).toBe(
        inStrings(password, layers),
      );
    }
    const told = inStrings("[SECRET_1]", 5);
    expect(restorer.whole(told, "text")).toBe(told);
    // The shortest form that a model needs for a hundred levels: each string is opened by a nested
    // escape.
    const opened = (depth: number): string =>
      depth < 2 ? (['"', "\\u0022"][depth] ?? "") : `\\${"u005c".repeat(depth - 1)}u0022`;
    const deep = `${Array.from({ length: 100 }, (_, depth) => `{${opened(depth)}`).join("")}[SECRET_1]`;
    expect(restorer.whole(deep, "text")).toBe(deep);
  });

  it("keeps no other value from being restored at any depth, if that has nothing to escape", () => {
    const { vault } = createMasker().mask(`${json} and ada@example.com`);
    const deep = (value: string, layers = 5): string =>
      layers === 0 ? value : JSON.stringify({ a: deep(value, layers - 1) });
    const restorer = new AnswerRestorer(vault);
    expect(restorer.whole(deep("[EMAIL_1]"), "text")).toBe(deep("ada@example.com"));
    expect(restorer.whole(deep("[SECRET_1]"), "text")).toBe(deep("[SECRET_1]"));
  });

  it("is restored with its own characters if they were not in JSON, or not in a string of it", () => {
    const share = defineDetector({ type: "SHARE", pattern: /\\\\srv\\[nx]ew/ });
    for (const text of [
      String.raw`see \\srv\new`,
      String.raw`{ see \\srv\new }`,
      String.raw`{"a":1} \\srv\new`,
      String.raw`{"a":"\\srv\new`,
      String.raw`{"a":"\\srv\new" and more`,
      String.raw`{"a":"\\srv\xew"}`,
    ]) {
      const letters = /\\\\srv\\.ew/.exec(text)?.[0];
      const { vault, spans } = createMasker({ detectors: [share] }).mask(text);
      expect(spans).toHaveLength(1);
      expect(vault.saidBy("[SHARE_1]")).toBe(letters);
      expect(JSON.parse(restoreJson('{"path":"[SHARE_1]"}', vault))).toEqual({ path: letters });
    }
  });

  it("has another placeholder than another value with the same characters, in any order", () => {
    const letters = String.raw`Kap\"lan4711x`;
    const texts = [`password: '${letters}'`, `{"password":"${letters}"}`];
    for (const order of [texts, texts.toReversed()]) {
      const session = createMasker().open();
      const masked = [...order, ...order].map((text) => session.mask(text).text);
      expect(masked.map((text) => /SECRET_\d/.exec(text)?.[0])).toEqual([
        "SECRET_1",
        "SECRET_2",
        "SECRET_1",
        "SECRET_2",
      ]);
      expect(masked.map((text) => restore(text, session.vault))).toEqual([...order, ...order]);
    }
  });
});

describe("an answer in pieces", () => {
  it("has only possible placeholders held back, including encoded ones", () => {
    const answers = new AnswerRestorer(vaultOf());
    for (const [piece, held] of [
      ...[
        ["50 %", "%"],
        ["50 %2", ""],
        ["a%5", "%5"],
        ["a%5B", "%5B"],
        ["a%5bEMAIL_", "%5bEMAIL_"],
      ],
      ...[
        ["a & b", ""],
        ["a &", "&"],
        ["a &am", ""],
        ["a &#9", "&#9"],
        ["a &#91;s", "&#91;s"],
      ],
      ...[
        ["x[EMA", "[EMA"],
        ["x[EMB", ""],
        ["x\\u00", "\\u00"],
        ["x\\u004", ""],
        ["%5BEMAIL_1%2", ""],
      ],
    ] as const) {
      const restorer = answers.open("text");
      expect(restorer.push(piece)).toBe(piece.slice(0, piece.length - held.length));
      expect(restorer.end()).toBe(held);
    }
  });
});

describe("restoring a stream", () => {
  it("passes on everything at once that cannot become a placeholder", () => {
    const restorer = streamRestorer(vaultOf());
    expect(restorer.push("Hello [world] and [EMAIL")).toBe("Hello [world] and ");
    expect(restorer.push("_1")).toBe("");
    expect(restorer.push("] and [EM")).toBe("a@example.com and ");
    expect(restorer.push("press]")).toBe("[EMpress]");
    expect(restorer.push(" the end [")).toBe(" the end ");
    expect(restorer.end()).toBe("[");
  });

  it("passes on pieces unchanged if nothing was masked", () => {
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

  it("equals restoring the whole text, wherever it is cut in two", () => {
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

  it("equals it also in a row of backslashes, of which only the whole can be an escape", () => {
    const whole = `${"\\".repeat(6)}[EMAIL_1\\]`;
    const expected = `${"\\".repeat(6)}a@example.com`;
    expect(restore(whole, vault)).toBe(expected);
    for (let cut = 0; cut <= whole.length; cut++) {
      expect(streamed([whole.slice(0, cut), whole.slice(cut)])).toBe(expected);
    }
  });

  it("equals restoring the whole text, character by character, as text and as JSON", () => {
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
