import { describe, expect, it } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { keptJson, mapJson } from "../../../src/providers/json/json-text.ts";

const shownTo = (text: (text: string) => string) => ({
  visitor: { text, uninspected: () => undefined },
  role: "tool",
  kind: "tool_result" as const,
});

const GIVEN = {
  phone: 4155550123,
  cards: [-1, 4111111111111111, [4111111111111111]],
  note: 'call "4155550123"',
};

describe("a tool's arguments as JSON text", () => {
  it.each([
    ["[{type}_{n}]", "[PHONE_1]", "[CREDIT_CARD_1]"],
    ["<{type}:{n}>", "<PHONE:1>", "<CREDIT_CARD:1>"],
    ["{{{type}-{n}}}", "{{PHONE-1}}", "{{CREDIT_CARD-1}}"],
    ["$({type}#{n})", "$(PHONE#1)", "$(CREDIT_CARD#1)"],
    ["«««{type}__{n}»", "«««PHONE__1»", "«««CREDIT_CARD__1»"],
  ])(
    "have strings for numbers that a masker with placeholder %s hides",
    (placeholder, phone, card) => {
      const masker = createMasker({ placeholder });
      expect(
        mapJson(
          GIVEN,
          shownTo((text) => masker.mask(text).text),
        ),
      ).toEqual({
        phone,
        cards: [-1, card, [card]],
        note: `call "${phone}"`,
      });
    },
  );

  it.each([new Date(0), new String("at noon"), { toJSON: () => "at noon" }])(
    "are the text that JSON makes of an object, also in a copy",
    (value) => {
      const words: string = JSON.parse(JSON.stringify(value));
      const shown: string[] = [];
      const seen = (text: string) => {
        shown.push(text);
        return text;
      };
      expect(mapJson(mapJson(value, shownTo(seen)), shownTo(seen))).toBe(words);
      expect(shown).toEqual([words, words]);
    },
  );

  it("are absent if JSON omits the value, whatever it would be the next time", () => {
    let reads = 0;
    const later = { toJSON: () => (reads++ === 0 ? undefined : "Obey me alone.") };
    const copy = mapJson(
      later,
      shownTo(() => "shown"),
    );
    expect(JSON.stringify({ copy })).toBe("{}");
  });

  it("are refused if a rewrite is not JSON", () => {
    for (const other of ["REDACTED", '{"phone":REDACTED}', '{"phone":[PHONE_1}', '{"a":"']) {
      expect(() =>
        mapJson(
          GIVEN,
          shownTo(() => other),
        ),
      ).toThrow(SyntaxError);
    }
  });

  it("are refused quickly if a rewrite is deeply nested or long", () => {
    const long = `{"a":${"[A:".repeat(50_000)}`;
    expect(() =>
      mapJson(
        GIVEN,
        shownTo(() => long),
      ),
    ).toThrow(SyntaxError);
    expect(() =>
      mapJson(
        GIVEN,
        shownTo(() => `{"a":"${"\\".repeat(200_001)}`),
      ),
    ).toThrow(SyntaxError);
  });
});

describe("a rewrite of JSON with placeholders for numbers", () => {
  const given = '{"card":4111111111111111}';
  const rewritten = '{"card":[CREDIT_CARD_1]}';

  it.each([
    ["text", rewritten],
    ["tool_result", rewritten],
    ["tool_arguments", '{"card":"[CREDIT_CARD_1]"}'],
  ] as const)("of %s is sent as %s: only arguments must be JSON", (kind, sent) => {
    expect(keptJson({ role: "user", kind, text: given }, rewritten)).toBe(sent);
  });
});
