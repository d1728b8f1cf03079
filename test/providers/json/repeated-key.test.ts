import fc from "fast-check";
import { expect, it } from "vitest";
import { hasRepeatedKey } from "../../../src/providers/json/repeated-key.ts";
import { fastest } from "../../masking/texts/fastest.ts";

/** A JSON text with any keys, and whether an object has one of them twice. */
interface Written {
  readonly text: string;
  readonly repeated: boolean;
}

const key = fc.constantFrom("a", "b", "messages", 'quo"te', "back\\", "", "__proto__", "é");
const space = fc.constantFrom("", " ", "\n\t");
const leaf = fc
  .oneof(fc.constantFrom("{", "}", '"a":1,"a":2', "[", "\\", '\\"', ","), fc.string(), fc.double())
  .map((value): Written => ({ text: JSON.stringify(value), repeated: false }));

/** A key in one of the ways JSON can write it. */
const spelled = fc.tuple(key, fc.boolean()).map(([name, escaped]) => ({
  name,
  text:
    escaped && name !== ""
      ? `"\\u${name.charCodeAt(0).toString(16).padStart(4, "0")}${JSON.stringify(name.slice(1)).slice(1)}`
      : JSON.stringify(name),
}));

const { value } = fc.letrec<{ value: Written }>((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, leaf, list(tie("value")), object(tie("value"))),
}));

function list(element: fc.Arbitrary<Written>): fc.Arbitrary<Written> {
  return fc.tuple(fc.array(element, { maxLength: 4 }), space).map(([elements, blank]) => ({
    text: `[${elements.map(({ text }) => `${blank}${text}`).join(",")}${blank}]`,
    repeated: elements.some(({ repeated }) => repeated),
  }));
}

function object(member: fc.Arbitrary<Written>): fc.Arbitrary<Written> {
  return fc
    .tuple(fc.array(fc.tuple(spelled, member), { maxLength: 4 }), space)
    .map(([members, blank]) => ({
      text: `{${members.map(([{ text }, of]) => `${blank}${text}${blank}:${blank}${of.text}`).join(",")}}`,
      repeated:
        new Set(members.map(([{ name }]) => name)).size < members.length ||
        members.some(([, { repeated }]) => repeated),
    }));
}

it("finds a repeated key of an object, in any spelling and at any depth", () => {
  let found = 0;
  fc.assert(
    fc.property(value, ({ text, repeated }) => {
      JSON.parse(text);
      found += repeated ? 1 : 0;
      expect(hasRepeatedKey(text)).toBe(repeated);
    }),
    { numRuns: 2_000 },
  );
  expect(found).toBeGreaterThan(50);
});

it("finds no repeated key in the output of JSON.stringify", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (any) => {
      expect(hasRepeatedKey(JSON.stringify(any))).toBe(false);
    }),
  );
});

it("looks for repeated keys in linear time", () => {
  const keys = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`k${at}`, at]));
  for (const any of [{ data: '\\"'.repeat(500_000) }, keys]) {
    const text = JSON.stringify(any);
    expect(hasRepeatedKey(text)).toBe(false);
    expect(fastest(() => hasRepeatedKey(text), 200)).toBeLessThan(500);
  }
});
