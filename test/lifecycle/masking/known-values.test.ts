import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KnownValues } from "../../../src/lifecycle/masking/known-values.ts";
import { createMasker, restore, type Vault } from "../../../src/masking/index.ts";
import { AnswerRestorer } from "../../../src/masking/restore/answer-restorer.ts";
import { fastest, leastTime } from "../../masking/texts/fastest.ts";

function vaultOf(...values: readonly string[]): Vault {
  const { vault } = createMasker().open();
  for (const value of values) vault.placeholderFor("SECRET", value);
  return vault;
}

const WORD =
  /[a-z\d]|(?![\0-\x7f\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}])[\p{L}\p{M}\p{N}]/iu;

const isWord = (text: string, at: number): boolean => WORD.test(text.charAt(at));

const isEscape = (before: string): boolean =>
  /(?:\\(?:[bfnrt]|u[\da-f]{4})|%[\da-f]{2})$/i.test(before);

/** Reference implementation of `hide`: tries every value at every position. */
function hiddenOneByOne(text: string, values: readonly string[]): string {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const here = values.filter((value) => {
      const end = at + value.length;
      const cutsWord =
        (isWord(text, at) && isWord(text, at - 1) && !isEscape(text.slice(0, at))) ||
        (isWord(text, end - 1) && isWord(text, end));
      return text.startsWith(value, at) && !cutsWord;
    });
    const longest = here.sort((a, b) => b.length - a.length)[0];
    parts.push(longest === undefined ? text.charAt(at) : `[SECRET_${values.indexOf(longest) + 1}]`);
    at += longest?.length ?? 1;
  }
  return parts.join("");
}

describe("a known value", () => {
  const known = new KnownValues(vaultOf("hunter2!X", 'a"b\\c9', "10.0.0.1", "word", "butterfly"));

  it("is hidden wherever it is a separate word", () => {
    expect(known.hide("said hunter2!X, (hunter2!X) hunter2!X")).toBe(
      "said [SECRET_1], ([SECRET_1]) [SECRET_1]",
    );
    expect(known.hide("10.0.0.1:80 10.0.0.12 110.0.0.1")).toBe("[SECRET_3]:80 10.0.0.12 110.0.0.1");
  });

  it("is hidden after a JSON or URL escape, whose letters do not count as part of a word", () => {
    for (const before of ["\\n", "\\t", "\\u0020", "\\\\n", "%20", "%3A", "%3d"]) {
      expect(known.hide(`a${before}hunter2!X${before}b`)).toBe(`a${before}[SECRET_1]${before}b`);
    }
    expect(known.hide("nhunter2!X 20hunter2!X")).toBe("nhunter2!X 20hunter2!X");
  });

  it("is hidden next to non-ASCII punctuation, and within scripts that use no spaces", () => {
    for (const [before, after] of [
      ["\u201c", "\u201d"],
      ["\u201e", "\u2026"],
      ["\u00ab\u00a0", "\u00a0\u00bb"],
      ["\u2014", "\u2014"],
      ["\uff1a", "\u3002"],
      ["\u{1f511}", "\u{1f511}"],
      ["\u662f", "\u5417"],
      ["\ub294 ", "\uac00"],
    ] as const) {
      expect(known.hide(`${before}hunter2!X${after}`)).toBe(`${before}[SECRET_1]${after}`);
    }
    expect(known.hide("\u00e9hunter2!X hunter2!X\u0301")).toBe("\u00e9hunter2!X hunter2!X\u0301");
  });

  it("is recognized in its JSON escaped form", () => {
    const json = JSON.stringify({ note: 'a"b\\c9' });
    expect(known.hideEscaped(json)).toBe('{"note":"[SECRET_2]"}');
    expect(known.hideEscaped("hunter2!X")).toBe("hunter2!X");
  });

  it("is recognized if JSON had it first, with any kind of escapes", () => {
    const session = createMasker().open();
    const json = String.raw`{"password":"Kap\"lan\/47\u00e9x"}`;
    expect(session.mask(json).text).toBe('{"password":"[SECRET_1]"}');
    const values = new KnownValues(session.vault);
    const said = 'Kap"lan/47éx';
    expect(values.hideEscaped(`password: ${said}`)).toBe("password: [SECRET_1]");
    expect(values.hide(`It is ${said}.`)).toBe("It is [SECRET_1].");
    for (const other of [json, JSON.stringify({ password: said })]) {
      expect(values.hideEscaped(other)).toBe('{"password":"[SECRET_1]"}');
    }
  });

  it("is recognized in nested JSON strings, in URLs and in HTML", () => {
    const value = 'Kap"lan\\47<x';
    const html = "<p>Kap&#34;lan\\47&#60;x</p>";
    const { vault } = createMasker().open();
    vault.placeholderFor("SECRET", value);
    const values = new KnownValues(vault);
    const answers = new AnswerRestorer(vault);
    for (const [said, hidden] of [
      [JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ c: value }) }) }), "[SECRET_1]"],
      [JSON.stringify([JSON.stringify([JSON.stringify([JSON.stringify([value])])])]), "[SECRET_1]"],
      [`https://example.com/?a=${encodeURIComponent(value)}&b=1`, "%5BSECRET_1%5D"],
      [html, "&#91;SECRET_1&#93;"],
      [JSON.stringify({ html }), "&#91;SECRET_1&#93;"],
      [JSON.stringify({ a: JSON.stringify({ html }) }), "&#91;SECRET_1&#93;"],
    ] as const) {
      const shown = values.hide(said);
      expect(shown).toContain(hidden);
      expect(shown).not.toContain("Kap");
      expect(answers.whole(shown, "text")).toBe(said);
    }
  });

  it("is the same value in a link before a masker has seen that, unless it is a part of another", () => {
    const values = new KnownValues(vaultOf("ada@example.com", "+44 20 7946 0958"));
    const [mail, phone] = ["ada%40example.com", "%2B44%2020%207946%200958"];
    const link = (one: string, other: string) =>
      `[x](https://x.example/?to=${one}&tel=${other}) mailto:${one}.`;
    expect(values.hideEscaped(link(mail, phone))).toBe(link("%5BSECRET_1%5D", "%5BSECRET_2%5D"));
    const alone = new KnownValues(vaultOf("ada@example.com"));
    expect(alone.hideEscaped(`mailto:${mail}`)).toBe("mailto:%5BSECRET_1%5D");
    for (const other of [`bob.${mail}`, `${mail}.au`, `${mail}%2Fx`, "ada%40Example.com"]) {
      expect(values.hideEscaped(`mailto:${other}`)).toBe(`mailto:${other}`);
    }
    const dots = `%${".".repeat(200_000)}`;
    expect(values.hideEscaped(dots)).toBe(dots);
  });

  it("is another one than what JSON says with its letters", () => {
    const session = createMasker().open();
    const letters = String.raw`Kap\"lan4711x`;
    expect(session.mask(`password: '${letters}'`).text).toBe("password: '[SECRET_1]'");
    expect(session.mask(`{"password":"${letters}"}`).text).toBe('{"password":"[SECRET_2]"}');
    const { vault } = session;
    expect([vault.saidBy("[SECRET_1]"), vault.saidBy("[SECRET_2]")]).toEqual([
      letters,
      'Kap"lan4711x',
    ]);
    const values = new KnownValues(vault);
    expect(values.hide(`so ${letters}`)).toBe("so [SECRET_1]");
    expect(values.hide('so Kap"lan4711x')).toBe("so [SECRET_2]");
  });

  it("is hidden in fewer characters where it may have been restored, unless it is a word", () => {
    const short = new KnownValues(vaultOf("4821", "a-1b", "word", "123"));
    const text = "It is 4821, (a-1b) of 14821 words; a word, 123";
    expect(short.hide(text)).toBe(text);
    expect(short.hideShort(text)).toBe(
      "It is [SECRET_1], ([SECRET_2]) of 14821 words; a word, 123",
    );
  });

  it("stays where it is a plain word that anybody may say", () => {
    const text = "a word about a butterfly";
    expect(known.hide(text)).toBe(text);
  });

  it("is learned when the vault learns it; a masker without a vault has none", () => {
    const vault = vaultOf();
    const later = new KnownValues(vault);
    expect(later.hide("hunter2!X")).toBe("hunter2!X");
    vault.placeholderFor("SECRET", "hunter2!X");
    expect(later.hide("hunter2!X")).toBe("[SECRET_1]");
    expect(new KnownValues(undefined).hide("hunter2!X")).toBe("hunter2!X");
  });

  it("is read from a vault of an earlier release, and restored", () => {
    const { vault } = createMasker().open();
    vault.placeholderFor("SECRET", 'Kap"lan4711x');
    const earlier = Object.assign(Object.create(null), {
      size: 1,
      originalOf: vault.originalOf.bind(vault),
      placeholders: vault.placeholders.bind(vault),
    }) as Vault;
    const shown = new KnownValues(earlier).hide('{"a":"Kap\\"lan4711x"}');
    expect(shown).toBe('{"a":"[SECRET_1]"}');
    const restorer = new AnswerRestorer(earlier);
    expect(restorer.whole(shown, "text")).toBe('{"a":"Kap\\"lan4711x"}');
    expect(restorer.whole("[SECRET_1]", "text")).toBe('Kap"lan4711x');
  });

  it("is read from the vault once, however many follow", () => {
    const originals = new Map<string, string>();
    let asked = 0;
    const vault = {
      get size() {
        return originals.size;
      },
      originalOf: (placeholder: string) => originals.get(placeholder),
      *placeholders() {
        for (const placeholder of originals.keys()) {
          asked += 1;
          yield placeholder;
        }
      },
    } as unknown as Vault;
    const growing = new KnownValues(vault);
    for (let n = 1; n <= 100; n++) {
      originals.set(`[SECRET_${n}]`, `hunter-${n}`);
      expect(growing.hide(`hunter-1 hunter-${n}`)).toBe(`[SECRET_1] [SECRET_${n}]`);
    }
    expect(asked).toBe(100);
  });

  it("is restored whatever surrounds it", () => {
    const vault = vaultOf("hunter2!X", "hunter2!Xy7", "+49 170 1");
    const values = new KnownValues(vault);
    const part = fc.constantFrom("hunter2!X", "hunter2!Xy7", "+49 170 1", " ", "x", "é", "\n", "-");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const text = parts.join("");
        expect(restore(values.hide(text), vault)).toBe(text);
      }),
      { numRuns: 200 },
    );
  });

  it("is found at every position, the longest match first", () => {
    const said = [
      "hunter2!X",
      "hunter2!Xy7",
      "hunt-er",
      "+49 170 12",
      "+49 170 1",
      "éa-éa-1",
      "------",
    ];
    const values = new KnownValues(vaultOf(...said));
    const part = fc.oneof(
      fc.constantFrom(
        ...said,
        ...said.map((value) => value.slice(1)),
        "hunt",
        "-",
        "+49 ",
        "é",
        " ",
      ),
      fc.string({ unit: "binary", maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        expect(values.hide(text)).toBe(hiddenOneByOne(text, said));
      }),
      { numRuns: 500 },
    );
  });

  it("is searched for in linear time, however many there are", () => {
    const many = Array.from({ length: 20_000 }, (_, n) => `user${n}@example.com`);
    const values = new KnownValues(vaultOf(...many));
    const text = "user1@example.org ".repeat(60_000);
    values.hide("");
    const before = process.cpuUsage();
    expect(values.hide(text)).toBe(text);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(3_000);
  });
});

describe("values with a common prefix", () => {
  const values = Array.from({ length: 600 }, (_, at) => `ab1!${"x".repeat(at + 2)}9`);
  const known = new KnownValues(vaultOf(...values));

  it("are distinguished by their suffixes, however many lengths they have", () => {
    for (const at of [0, 1, 299, 599]) {
      expect(known.hide(`ab1!x, ${values[at]} ab1!`)).toBe(`ab1!x, [SECRET_${at + 1}] ab1!`);
    }
    const long = ["b", "c", "d", "e", "%"].map((end, at) => `ab1!${"%".repeat(4_000 + at)}${end}9`);
    for (const [at, value] of long.entries()) {
      const hidden = new KnownValues(vaultOf(...long)).hide(`say ${encodeURIComponent(value)}.`);
      expect(hidden).toBe(`say ${encodeURIComponent(`[SECRET_${at + 1}]`)}.`);
    }
  });

  it("are matched longest first, even if they contain one another", () => {
    const piece = fc.constantFrom("-", "-a", "a-", "ab", "--9", " ");
    const pieces = fc.array(piece, { minLength: 1, maxLength: 60 }).map((all) => all.join(""));
    const ends = fc.array(pieces, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(pieces, ends, fc.array(fc.nat(90), { maxLength: 12 }), (period, end, cuts) => {
        const long = `-ab-${period.repeat(1 + 70 / period.length)}`;
        const lengths = Array.from({ length: 60 }, (_, at) => long.slice(0, at + 6));
        const alike = [...lengths, ...end.map((last, at) => long.slice(0, 9 + at * 15) + last)];
        const known = [...new Set(alike)].filter((value) => value.length >= 6 && /-/.test(value));
        const parts = cuts.map(
          (cut, at) => (known[cut % known.length] ?? "") + (end[at % 4] ?? ""),
        );
        const text = `${parts.join("")}${long}`;
        const values = new KnownValues(vaultOf(...known));
        expect(values.hide(text)).toBe(hiddenOneByOne(text, known));
      }),
    );
  });

  it("are still found after another value has been added", () => {
    const grown = createMasker().open();
    for (const value of values) grown.vault.placeholderFor("SECRET", value);
    const later = new KnownValues(grown.vault);
    expect(later.hide("ab1!new9")).toBe("ab1!new9");
    grown.vault.placeholderFor("SECRET", "ab1!new9");
    expect(later.hide("ab1!new9")).toBe("[SECRET_601]");
  });

  it("take no longer to search for if all of them match the text up to one character", () => {
    const ends = Array.from({ length: 800 }, (_, at) => `${"-".repeat(at + 8)}9`);
    const many = new KnownValues(vaultOf(...ends));
    const few = new KnownValues(vaultOf(...ends.slice(0, 40)));
    const text = "-".repeat(200_000);
    const short = Math.max(
      leastTime(() => few.hide(text), 0),
      5,
    );
    expect(leastTime(() => many.hide(text), 5)).toBeLessThan(8 * short);
  });

  it("take no longer to search for if a few of them are long", () => {
    const few = new KnownValues(
      vaultOf(...[2, 4, 6, 8].map((size) => `${"-".repeat(size * 1_000)}x`)),
    );
    const text = "-".repeat(200_000);
    expect(fastest(() => few.hide(text), 300)).toBeLessThan(1_000);
  });

  it("take no longer to search for however many lengths they have", () => {
    const text = "ab1! ".repeat(40_000);
    expect(fastest(() => known.hide(text), 300)).toBeLessThan(1_000);
  });
});
