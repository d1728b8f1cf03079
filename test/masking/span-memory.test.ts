import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ConfigurationError } from "../../src/errors.ts";
import { createMasker, defineDetector } from "../../src/masking/index.ts";
import { type Found, LEAST_REMEMBERED, SpanMemory } from "../../src/masking/scan/span-memory.ts";
import { card } from "./texts/samples.ts";

const FILLER =
  "What was said before is said again with each turn, and there is a lot of it. ".repeat(2);

/** A scan that finds something else in each text, and counts its calls. */
function countingScan(): { readonly scan: (text: string) => Found; readonly times: () => number } {
  let times = 0;
  const scan = (text: string): Found => {
    times += 1;
    return [...text].slice(0, 3).map((_, at) => find(at, text.charCodeAt(text.length - 1)));
  };
  return { scan, times: () => times };
}

const find = (start: number, size: number): Found[number] => ({
  start,
  end: start + size,
  type: "EMAIL",
  detector: "email",
});

const keptIn = ({ recent, earlier }: SpanMemory): Found[] => [
  ...recent.values(),
  ...earlier.values(),
];

describe("a repeated text", () => {
  it("is masked as before, whatever came between, with the numbers of its own call", () => {
    const remembering = createMasker();
    const forgetful = createMasker({ remember: false });
    const value = fc.oneof(
      fc.nat({ max: 5 }).map((n) => `user${n}@example.com`),
      fc.nat({ max: 5 }).map((n) => `card ${card("4", 16, n)}`),
      fc.constantFrom("[EMAIL_1]", "ｊａｎｅ＠example.com", "\ud800", "\ufffd", '{"a":"b"}'),
      fc.string({ unit: "binary", maxLength: 8 }),
    );
    const text = fc
      .tuple(fc.array(value, { maxLength: 3 }), fc.boolean())
      .map(([values, isLong]) => values.join(" and ") + (isLong ? FILLER : ""));
    const calls = fc
      .array(text, { minLength: 1, maxLength: 4 })
      .chain((texts) => fc.array(fc.shuffledSubarray(texts), { maxLength: 8 }));
    fc.assert(
      fc.property(calls, (texts) => {
        for (const call of texts) {
          const one = remembering.open();
          const other = forgetful.open();
          for (const said of call) expect(one.mask(said)).toEqual(other.mask(said));
          for (const said of call) expect(remembering.detect(said)).toEqual(forgetful.detect(said));
        }
      }),
      { numRuns: 100 },
    );
  });

  it("is scanned only once", () => {
    const memory = new SpanMemory();
    const { scan, times } = countingScan();
    const found = [1, 2, 3, 4, 5].map(() => memory.recall(FILLER, scan));
    expect(times()).toBe(1);
    for (const each of found) expect(each).toEqual(scan(FILLER));
  });

  it("is not confused with any other, even for half a character", () => {
    const memory = new SpanMemory();
    const { scan } = countingScan();
    const texts = ["\ud800", "\ud801", "\udc00", "\ufffd", "é", "\u0301"].map(
      (end) => FILLER + end,
    );
    for (let round = 0; round < 4; round++) {
      for (const text of texts) expect(memory.recall(text, scan)).toEqual(scan(text));
    }
  });

  it("is scanned each time if it is short, as remembering would not be faster", () => {
    const memory = new SpanMemory();
    const { scan, times } = countingScan();
    for (let i = 0; i < 5; i++) memory.recall("x".repeat(LEAST_REMEMBERED - 1), scan);
    expect(times()).toBe(5);
    expect(keptIn(memory)).toEqual([]);
  });
});

describe("the memory of repeated texts", () => {
  it("does not exceed its limit, however many texts and finds there are", () => {
    const texts = fc.array(fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 90 })), { maxLength: 300 });
    fc.assert(
      fc.property(texts, (all) => {
        const memory = new SpanMemory(8_192);
        for (const [text, finds] of all) {
          memory.recall(`${text} ${FILLER}`, () =>
            Array.from({ length: finds }, (_, at) => find(at, 1)),
          );
          const bytes = keptIn(memory).reduce((sum, { length }) => sum + 192 + 64 * length, 0);
          expect(bytes).toBeLessThanOrEqual(8_192);
        }
      }),
      { numRuns: 50 },
    );
  });

  it("evicts a text that is no longer used, and keeps one that is", () => {
    const memory = new SpanMemory(8_192);
    const { scan, times } = countingScan();
    const others = Array.from({ length: 60 }, (_, n) => `${n} ${FILLER}`);
    for (let i = 0; i < 3; i++) memory.recall(FILLER, scan);
    for (const other of [...others, ...others]) {
      memory.recall(other, () => []);
      memory.recall(FILLER, scan);
    }
    expect(times()).toBe(1);
    for (const other of others) memory.recall(other, () => []);
    memory.recall(FILLER, scan);
    expect(times()).toBe(2);
  });

  it("contains nothing of the texts, only offsets, types and keyed digests", () => {
    const secret = ["gh", "p_", "16C7e42F292c6912E7710c838347Ae178B4a"].join("");
    const text = `The key is ${secret} and the mail is jane@example.com. ${FILLER}`;
    const memories = [new SpanMemory(), new SpanMemory()] as const;
    for (const memory of memories) {
      const scan = (said: string): Found => createMasker({ remember: false }).detect(said);
      for (let i = 0; i < 3; i++) memory.recall(text, scan);
      expect(keptIn(memory)).toEqual([scan(text)]);
      const strings = stringsIn(memory);
      const [digest, ...rest] = strings.filter((one) => !/^[A-Za-z_:-]+$/.test(one));
      expect(digest).toHaveLength(32);
      expect(rest).toEqual([]);
      for (let at = 0; at + 5 <= text.length; at++) {
        expect(strings.join("\n")).not.toContain(text.slice(at, at + 5));
      }
    }
    expect([...memories[0].recent.keys()]).not.toEqual([...memories[1].recent.keys()]);
  });
});

/** Every string that can be reached from `value`, except property names. */
function stringsIn(value: unknown, seen = new Set<unknown>()): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || seen.has(value)) return [];
  seen.add(value);
  const parts: unknown[] = Reflect.ownKeys(value).map((key) => Reflect.get(value, key));
  if (value instanceof Map) parts.push(...value.keys(), ...value.values());
  return parts.flatMap((part) => stringsIn(part, seen));
}

describe("the option remember", () => {
  const text = `Customer C-700000 wrote. ${FILLER}`;

  /** How often a function of the application is called for a text that is masked five times. */
  function asked(remember: boolean | undefined): number {
    let times = 0;
    const validate = (): boolean => {
      times += 1;
      return true;
    };
    const own = defineDetector({ type: "CUSTOMER", pattern: /\bC-\d{6}\b/, validate });
    const masker = createMasker({ detectors: [own], remember });
    for (let i = 0; i < 5; i++) expect(masker.mask(text).text).toContain("[CUSTOMER_1]");
    return times;
  }

  it("is off with functions of the application, whose answers may change", () => {
    expect(asked(undefined)).toBe(5);
    expect(asked(false)).toBe(5);
    expect(asked(true)).toBe(1);
    let isOne = true;
    const find = (): { start: number; end: number }[] => (isOne ? [{ start: 0, end: 8 }] : []);
    const masker = createMasker({ detectors: [defineDetector({ type: "NAME", find })] });
    for (let i = 0; i < 3; i++) expect(masker.mask(text).spans).toHaveLength(1);
    isOne = false;
    expect(masker.mask(text).spans).toEqual([]);
  });

  it("still calls the functions of allow each time", () => {
    let isAllowed = false;
    const masker = createMasker({ allow: [() => isAllowed] });
    const mail = `jane@example.com ${FILLER}`;
    for (let i = 0; i < 3; i++) expect(masker.mask(mail).spans).toHaveLength(1);
    isAllowed = true;
    expect(masker.mask(mail).spans).toEqual([]);
  });

  it("returns finds that may be changed, without an effect on later ones", () => {
    const masker = createMasker();
    const mail = `jane@example.com ${FILLER}`;
    for (let i = 0; i < 4; i++) {
      const found = masker.detect(mail);
      expect(found).toMatchObject([{ start: 0, end: 16 }]);
      Object.assign(found[0] ?? {}, { end: 1 });
      found.pop();
    }
  });

  it("must be a boolean", () => {
    const wrong = "yes" as unknown as boolean;
    expect(() => createMasker({ remember: wrong })).toThrow(ConfigurationError);
  });
});
