import fc from "fast-check";
import { expect, it } from "vitest";
import { hasRepeatedKey } from "../../../src/providers/json/repeated-key.ts";
import { fastest } from "../../masking/texts/fastest.ts";

/** A JSON text, written with keys as they come, and whether one of them comes twice. */
interface Written {
  readonly text: string;
  readonly repeated: boolean;
}

const key = fc.constantFrom("a", "b", "messages", 'quo"te', "back\\", "", "__proto__", "é");
const space = fc.constantFrom("", " ", "\n\t");
const leaf = fc
  .oneof(fc.constantFrom("{", "}", '"a":1,"a":2', "[", "\\", '\\"', ","), fc.string(), fc.double())
  .map((value): Written => ({ text: JSON.stringify(value), repeated: false }));

/** The same key in one of the ways JSON has to write it. */
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

it("finds a key that an object has twice, however it is written and wherever it stands", () => {
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

it("finds none in what JSON.stringify writes", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (any) => {
      expect(hasRepeatedKey(JSON.stringify(any))).toBe(false);
    }),
  );
});

it("takes no longer for a long text than its length", () => {
  const keys = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`k${at}`, at]));
  for (const any of [{ data: '\\"'.repeat(500_000) }, keys]) {
    const text = JSON.stringify(any);
    expect(hasRepeatedKey(text)).toBe(false);
    expect(fastest(() => hasRepeatedKey(text), 200)).toBeLessThan(500);
  }
});
