import { inspect } from "node:util";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { ConfigurationError } from "../../src/errors.ts";
import { createMasker, defineDetector, defineMasker, restore } from "../../src/masking/index.ts";
import { fastest } from "./texts/fastest.ts";
import { card, token } from "./texts/samples.ts";

const visa = card("4", 16);

describe("masking", () => {
  it("replaces values by placeholders and returns their positions", () => {
    const { text, spans } = createMasker().mask("Mail bob@example.com now");
    expect(text).toBe("Mail [EMAIL_1] now");
    expect(spans).toEqual([{ start: 5, end: 20, type: "EMAIL", placeholder: "[EMAIL_1]" }]);
  });

  it("gives the same value the same placeholder throughout a session", () => {
    const session = createMasker().open();
    expect(session.mask("a@example.com and b@example.com").text).toBe("[EMAIL_1] and [EMAIL_2]");
    expect(session.mask("again b@example.com").text).toBe("again [EMAIL_2]");
    expect(session.mask("c@example.com, a@example.com").text).toBe("[EMAIL_3], [EMAIL_1]");
  });

  it("gives the same placeholders to a conversation that is repeated with restored answers", () => {
    const masker = createMasker();
    const turns = ["I am a@example.com", "call +14155550132 or b@example.com"];
    const first = masker.open();
    const masked = turns.map((turn) => first.mask(turn).text);
    const answer = restore("I will write to [EMAIL_2] and [PHONE_1].", first.vault);
    const second = masker.open();
    expect([...turns, answer].map((turn) => second.mask(turn).text)).toEqual([
      ...masked,
      "I will write to [EMAIL_2] and [PHONE_1].",
    ]);
  });

  it("numbers a hundred values of a type, and the vault finds each at any time", () => {
    const masker = createMasker();
    masker.mask("other@example.com");
    const { mask, vault } = masker.open();
    const addresses = Array.from({ length: 100 }, (_, i) => `user${i}@example.com`);
    for (const [i, address] of addresses.entries()) {
      const placeholder = `[EMAIL_${i + 1}]`;
      expect(mask(address).text).toBe(placeholder);
      if (i % 9 === 4) expect(vault.originalOf(placeholder)).toBe(address);
    }
    expect([...vault.placeholders()].map((one) => vault.originalOf(one))).toEqual(addresses);
  });

  it("shares nothing between sessions", () => {
    const masker = createMasker();
    masker.open().mask("a@example.com");
    expect(masker.open().mask("b@example.com").text).toBe("[EMAIL_1]");
  });

  it("gives no value a placeholder that is in the text already", () => {
    const { text, vault } = createMasker().mask("[EMAIL_1] is not a@example.com nor [EMAIL_3]");
    expect(text).toBe("[EMAIL_1] is not [EMAIL_2] nor [EMAIL_3]");
    expect(vault.originalOf("[EMAIL_1]")).toBeUndefined();
  });

  it("does not use placeholders in reserved texts", () => {
    const session = createMasker().open();
    session.reserve("what does [EMAIL_1] mean?");
    expect(session.mask("a@example.com").text).toBe("[EMAIL_2]");
  });

  it("does not use placeholders that are in the text in another case or escaped", () => {
    const mine = "Keep [email_1], \\\\[EMAIL\\\\_2\\\\] and [Email\\_3]";
    const text = `${mine}, write to a@example.com`;
    const { text: masked, vault } = createMasker().mask(text);
    expect(masked).toBe(`${mine}, write to [EMAIL_4]`);
    expect(restore(masked, vault)).toBe(text);
    const session = createMasker({ placeholder: "<<{type}:{n}>>" }).open();
    session.reserve("as \\<<email:1\\>> says");
    expect(session.mask("a@example.com").text).toBe("<<EMAIL:2>>");
  });

  it("does not print originals", () => {
    const { vault } = createMasker().mask("bob@example.com");
    const prints = [
      inspect(vault, { showHidden: true, depth: 9 }),
      JSON.stringify({ vault }),
      `${vault}`,
    ];
    for (const print of prints) expect(print).not.toContain("bob");
    expect(vault.originalOf("[EMAIL_1]")).toBe("bob@example.com");
    expect(vault.size).toBe(1);
  });

  it("masks overlapping matches once, and leaves no part of them", () => {
    const text = `password = "x9!${visa}"`;
    const { text: masked } = createMasker().mask(text);
    expect(masked).toMatch(/^password = "\[\w+_1\]"$/);
  });
});

const ALL = { pii: true, secrets: true };

const aMasker = (capabilities: object) => defineMasker({ capabilities, find: () => [] } as never);

describe("the detectors of a masker", () => {
  const text = `bob@example.com ${visa} ${["gh", "p_"].join("")}${token(1, 36)}`;
  const typesWith = (options: Parameters<typeof createMasker>[0]): string[] =>
    createMasker(options)
      .detect(text)
      .map(({ type }) => type);

  it("include personal data and secrets by default, as the capabilities say", () => {
    expect(typesWith({})).toEqual(["EMAIL", "CREDIT_CARD", "SECRET"]);
    expect(createMasker().capabilities).toEqual({ pii: true, secrets: true });
  });

  it("can be switched by type, by name and by kind", () => {
    expect(typesWith({ types: { EMAIL: false } })).toEqual(["CREDIT_CARD", "SECRET"]);
    expect(typesWith({ types: { "credit-card": false } })).toEqual(["EMAIL", "SECRET"]);
    expect(typesWith({ pii: false })).toEqual(["SECRET"]);
    expect(createMasker({ pii: false }).capabilities).toEqual({ pii: false, secrets: true });
    expect(typesWith({ secrets: false, types: { EMAIL: false } })).toEqual(["CREDIT_CARD"]);
  });

  it("include custom ones, even if the built-in ones of their kind are off", () => {
    const badge = defineDetector({ type: "BADGE", pattern: /\bB-\d{6}\b/ });
    const code = defineDetector({ type: "CODE", pattern: /\bC-\d{6}\b/, kind: "secret" });
    const only = { pii: false, secrets: false, detectors: [badge, code] };
    const found = (options: Parameters<typeof createMasker>[0]): string[] =>
      createMasker(options)
        .detect(`${text} B-123456 C-123456`)
        .map(({ type }) => type);
    expect(found(only)).toEqual(["BADGE", "CODE"]);
    expect(createMasker(only).capabilities).toEqual({ pii: true, secrets: true });
    expect(found({ ...only, types: { BADGE: false } })).toEqual(["CODE"]);
  });

  it("include national identifiers only if enabled", () => {
    const pesel = "PESEL 44051401458";
    expect(createMasker().detect(pesel)).toEqual([]);
    expect(createMasker({ types: { PL_PESEL: true } }).mask(pesel).text).toBe("PESEL [PL_PESEL_1]");
    expect(createMasker({ nationalIds: true }).mask(pesel).text).toBe("PESEL [PL_PESEL_1]");
  });

  it("skip values on the allow-list", () => {
    const allow = [
      "Support@Example.com",
      "@example.org",
      /\+1415555\d+/,
      (v: string) => v === "10.0.0.1",
    ];
    const masker = createMasker({ allow });
    const all = "support@example.com a@example.org +14155550132 10.0.0.1 a@example.com 10.0.0.2";
    expect(masker.mask(all).text).toBe(
      "support@example.com a@example.org +14155550132 10.0.0.1 [EMAIL_1] [IP_1]",
    );
  });

  it("take patterns of another realm, as of a test that runs in a context of its own", () => {
    const pattern: RegExp = runInNewContext("/B-[0-9]{6}/");
    const badge = defineDetector({ type: "BADGE", pattern });
    const masker = createMasker({ detectors: [badge], allow: [runInNewContext("/B-0+/")] });
    expect(masker.mask("B-123456 B-000000").text).toBe("[BADGE_1] B-000000");
  });

  it("have their options checked, with an error that names the wrong one", () => {
    expect(() => createMasker({ types: { EMIAL: false } })).toThrow(
      /types\.EMIAL is no type.*EMAIL/,
    );
    const types = { EMAIL: "no" } as never;
    expect(() => createMasker({ types })).toThrow(/types\.EMAIL must be/);
    expect(() => createMasker({ types: "EMAIL" as never })).toThrow(/types must be/);
    expect(() => createMasker({ placeholder: "EMAIL" })).toThrow(/placeholder must be/);
    expect(() => createMasker({ placeholder: '"{type}_{n}"' })).toThrow(ConfigurationError);
    expect(() => createMasker({ allow: [""] })).toThrow(/allow\.0 must be/);
    expect(() => createMasker({ allow: [/(?=a)b/] })).toThrow(ConfigurationError);
  });

  it.each([
    ["createMasker: nationalId ", () => createMasker({ nationalId: true } as object)],
    ["createMasker: pii ", () => createMasker({ pii: "no" } as object)],
    ["createMasker: types.EMAIL ", () => createMasker({ types: { EMAIL: "off" } } as object)],
    ["createMasker: allow ", () => createMasker({ allow: "a@example.com" } as object)],
    ["createMasker: detectors.0 ", () => createMasker({ detectors: [{}] } as object)],
    ["createMasker: options ", () => createMasker(null as never)],
    ["defineDetector: validator ", () => defineDetector({ type: "X", validator: 1 } as never)],
    ["defineDetector: kind ", () => defineDetector({ type: "X", kind: "secrets" } as never)],
    ["defineDetector: context ", () => defineDetector({ type: "X", context: "id" } as never)],
    ["defineDetector: context.0 ", () => defineDetector({ type: "X", context: [""] })],
    ["defineDetector: validate ", () => defineDetector({ type: "X", validate: /a/ } as never)],
    ["defineMasker: find ", () => defineMasker({ capabilities: ALL } as never)],
    ["defineMasker: capabilities.secrets ", () => aMasker({ pii: true })],
    ["defineMasker: capabilities.pii ", () => aMasker({ pii: 1, secrets: true })],
  ])("have options checked that would hide less than expected: %s", (named, make) => {
    expect(make).toThrow(ConfigurationError);
    expect(make).toThrow(named);
  });

  it.each(["[{type}_{n}]", "<{type}_{n}>", "{{{type}:{n}}}", "⟦{type}#{n}⟧"])(
    "can use placeholders of the form %s",
    (form) => {
      const masker = createMasker({ placeholder: form });
      const { text, vault } = masker.mask("a@example.com b@example.com");
      const write = (n: number): string =>
        form.replace("{type}", "EMAIL").replace("{n}", String(n));
      expect(text).toBe(`${write(1)} ${write(2)}`);
      expect(masker.mask(text).text).toBe(text);
      expect(restore(text.toLowerCase(), vault)).toBe("a@example.com b@example.com");
    },
  );
});

describe("custom detectors", () => {
  const employee = defineDetector({ type: "EMPLOYEE_ID", pattern: /\bE-\d{6}\b/ });

  it("can find a pattern", () => {
    const masker = createMasker({ detectors: [employee] });
    expect(masker.mask("ask E-123456 or bob@example.com, not xE-1234567").text).toBe(
      "ask [EMPLOYEE_ID_1] or [EMAIL_1], not xE-1234567",
    );
  });

  it("can find values with a function", () => {
    const find = (text: string) => {
      const start = text.indexOf("Zanzibar");
      return start < 0 ? [] : [{ start, end: start + 8 }];
    };
    const masker = createMasker({ detectors: [defineDetector({ type: "PROJECT", find })] });
    expect(masker.mask("about Zanzibar").text).toBe("about [PROJECT_1]");
  });

  it("can use a validator and context words", () => {
    const even = defineDetector({
      type: "EVEN",
      pattern: /\d{4}/,
      validate: (v) => Number(v) % 2 === 0,
    });
    const ward = defineDetector({ type: "WARD", pattern: /[A-Z]\d/, context: ["ward", "bed"] });
    const masker = createMasker({ detectors: [even, ward] });
    expect(masker.mask("1234 1235 2468").text).toBe("[EVEN_1] 1235 [EVEN_2]");
    expect(masker.mask("Ward B7").text).toBe("Ward [WARD_1]");
    expect(masker.mask("Bus B7").text).toBe("Bus B7");
  });

  it("are not hidden by a longer match that was dropped for a value in it", () => {
    const detectors = [
      defineDetector({ type: "CASE", pattern: /case .{1,40} closed/, context: ["file"] }),
      defineDetector({ type: "DOCKET", pattern: /AB-\d{3}/, context: ["file"] }),
    ];
    const { text } = createMasker({ detectors }).mask(
      "file: case AB-123 of bob@example.com closed",
    );
    expect(text).toBe("file: case [DOCKET_1] of [EMAIL_1] closed");
  });

  it("are rejected if they cannot run in linear time or are invalid", () => {
    expect(() => defineDetector({ type: "X", pattern: /(a)\1/ })).toThrow(/refers back/);
    expect(() => defineDetector({ type: "X", pattern: /a(?!b)/ })).toThrow(ConfigurationError);
    expect(() => defineDetector({ type: "x y", pattern: /a/ })).toThrow(/type must be/);
    expect(() => defineDetector({ type: "X" })).toThrow(/pattern or find/);
    expect(() => createMasker({ detectors: [employee, employee] })).toThrow(/employee_id/);
  });

  it.each([
    [0, 99],
    [4, 1],
    [-1, 3],
    [0, 2.5],
    [0.5, 3],
    [Number.NaN, 3],
  ])(
    "fail, and leave nothing half masked, if they return a span that is none: %d to %d",
    (start, end) => {
      const wild = defineDetector({ type: "WILD", find: () => [{ start, end }] });
      expect(() => createMasker({ detectors: [wild] }).mask("short")).toThrow(RangeError);
    },
  );
});

describe("custom maskers", () => {
  it("return spans, and get placeholders, a vault and restoration", async () => {
    const names = defineMasker({
      capabilities: { pii: true, secrets: false },
      find: async (text) =>
        [...text.matchAll(/Ada|Grace/g)].map(({ index, 0: name }) => ({
          start: index,
          end: index + name.length,
          type: "person",
        })),
    });
    const session = names.open();
    const { text } = await session.mask("Ada met Grace, and Grace met Ada");
    expect(text).toBe("[PERSON_1] met [PERSON_2], and [PERSON_2] met [PERSON_1]");
    expect(restore("hi [person_2]", session.vault)).toBe("hi Grace");
    await expect(names.open().mask(5 as unknown as string)).rejects.toThrow(TypeError);
  });
});

describe("the spans of a custom masker", () => {
  const masked = (spans: readonly { readonly start: number; readonly end: number }[]) => {
    const find = () => spans.map((span) => ({ ...span, type: "NAME" }));
    return defineMasker({ capabilities: ALL, find }).open().mask("Ada Lovelace");
  };

  it.each([
    ["half a character", { start: 0.5, end: 3 }],
    ["no number", { start: 0, end: Number.NaN }],
    ["nothing", { start: 3, end: 3 }],
    ["what is before the text", { start: -1, end: 3 }],
    ["what is behind the text", { start: 4, end: 13 }],
  ])("are rejected if they contain %s", async (_what, span) => {
    await expect((async () => masked([span]))()).rejects.toThrow(RangeError);
  });

  it("can overlap and come in any order, without an unmasked part", async () => {
    const spans = [
      { start: 4, end: 8 },
      { start: 6, end: 12 },
      { start: 0, end: 3 },
    ];
    expect((await masked(spans)).text).toBe("[NAME_1] [NAME_2]");
    expect((await masked([...spans].reverse())).text).toBe("[NAME_1] [NAME_2]");
  });
});

describe("unusual input", () => {
  const masker = createMasker();

  it.each([[undefined], [null], [42], [{}], [["a@example.com"]]])("%s is refused", (value) => {
    expect(() => masker.mask(value as unknown as string)).toThrow(/takes a string/);
  });

  it("around a value is returned unchanged", () => {
    for (const strange of [
      "\ud800",
      "\udc00",
      "\0",
      "\u200b",
      "\ufeff",
      "😀",
      "\r\n",
      "\u0001\u007f",
    ]) {
      expect(masker.mask(`${strange}a@example.com${strange} ${strange}`).text).toBe(
        `${strange}[EMAIL_1]${strange} ${strange}`,
      );
    }
  });

  it("of ten megabytes is masked within seconds", () => {
    const line = "Nothing to see here, said the clerk; order 12 was fine. ";
    const text = `${line.repeat(180_000)}bob@example.com`;
    expect(text.length).toBeGreaterThan(10_000_000);
    let masked = "";
    const mask = (): void => {
      masked = masker.mask(text).text;
    };
    expect(fastest(mask, 8_000)).toBeLessThan(8_000);
    expect(masked.endsWith("fine. [EMAIL_1]")).toBe(true);
  });
});
