import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseEach } from "../../../src/providers/json/parse-each.ts";

describe("JSON texts that are parsed together", () => {
  it("have the values that each has by itself", () => {
    const text = fc.oneof(
      fc.json(),
      fc.constantFrom("{", "}", "[1", "2]", '{"a":1},{"b":2}', '"', "", "undefined", "[DONE]"),
    );
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        const alone = texts.flatMap((each) => {
          try {
            return [JSON.parse(each) as unknown];
          } catch {
            return [];
          }
        });
        fc.pre(!joinsIntoAsMany(texts));
        expect(parseEach(texts)).toEqual(alone);
      }),
    );
  });

  /**
   * Broken texts may complete each other: `{"a":[1` and `2]},{}`. Their values do not matter then.
   */
  function joinsIntoAsMany(texts: readonly string[]): boolean {
    const broken = texts.filter((each) => !isJson(each)).length;
    return broken > 1 && isJson(`[${texts.join(",")}]`);
  }

  function isJson(text: string): boolean {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  }

  it("omit a broken one and nothing else", () => {
    expect(parseEach(['{"a":1}', '{"a":', '{"a":3}'])).toEqual([{ a: 1 }, { a: 3 }]);
    expect(parseEach([])).toEqual([]);
  });
});
