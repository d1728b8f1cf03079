import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rewrittenJson } from "../../../src/providers/json/rewritten-json.ts";

describe("a rewritten JSON request", () => {
  const json = `{ "seed": 9007199254740993, "t": 1.0, "big": 1e400, "z": -0,
    "2": [0.10, {"text": "a \\u00e9 \\" }", "id": 12345678901234567890}], "1": [], "no": {} }`;
  const parsed = () => JSON.parse(json) as Record<string, unknown>;

  it("keeps every unchanged number as the app wrote it", () => {
    const said = [0.1, { text: "other", id: Number("12345678901234567890") }];
    const request = { ...parsed(), big: null, 2: said, added: { include: true }, gone: undefined };
    const written = rewrittenJson(json, request);
    for (const number of ["9007199254740993", "1.0", "1e400", "-0", "0.10"]) {
      expect(written).toMatch(new RegExp(`[:[]${number}[,}\\]]`));
    }
    expect(written).toContain(`{"text":"other","id":12345678901234567890}`);
    expect(JSON.parse(written)).toEqual({ ...parsed(), 2: said, added: { include: true } });
  });

  it("has the new number where one was changed", () => {
    expect(rewrittenJson(`{"a":1.0,"b":[1.50,2]}`, { a: 2, b: [1.5] })).toBe(`{"a":2,"b":[1.5]}`);
    expect(rewrittenJson(`{"a":12345678901234567}`, { a: "[CARD_1]" })).toBe(`{"a":"[CARD_1]"}`);
    expect(rewrittenJson(`{"a":1.0,"b":2}`, { a: [1], b: { a: 1 } })).toBe(`{"a":[1],"b":{"a":1}}`);
  });

  it("can be nested as deep as JSON itself can write it", () => {
    const deep = `${"[".repeat(3_000)}1.0${"]".repeat(3_000)}`;
    const written = rewrittenJson(`{"deep":${deep},"a":1}`, { deep: JSON.parse(deep), a: 2 });
    expect(written.replace("1.0", "1")).toBe(`{"deep":${deep.replace("1.0", "1")},"a":2}`);
  });

  it("has the value of the rewritten request, whatever that is", () => {
    const pair = fc.tuple(fc.jsonValue(), fc.jsonValue(), fc.constantFrom(0, 2));
    fc.assert(
      fc.property(pair, ([one, other, indent]) => {
        const before = { f: 1e21, one, other, both: [one, { one }] };
        const after = { f: 1e21, one: other, other, both: [one, { one: other }] };
        const written = rewrittenJson(JSON.stringify(before, null, indent), after);
        expect(JSON.stringify(JSON.parse(written))).toBe(
          JSON.stringify(JSON.parse(JSON.stringify(after))),
        );
      }),
    );
  });
});
