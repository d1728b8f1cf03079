import { describe, expect, it } from "vitest";
import { createMasker } from "../../src/masking/index.ts";
import { CLEAN_ROWS, KEYWORD_ROWS } from "./texts/clean-rows.ts";
import { DISGUISED, randomOf } from "./texts/disguised-rows.ts";
import * as rows from "./texts/rows.ts";
import { ANYWHERE, SECRET, type Surrounding, TELEPHONE } from "./texts/surroundings.ts";

const masker = createMasker();

/** A text, and the value in it that must be found. */
interface Row {
  readonly text: string;
  readonly value: string;
}

function rowsOf(
  makes: Readonly<Record<string, rows.Make>>,
  surroundings: Readonly<Record<string, Surrounding>> = ANYWHERE,
): Row[] {
  const found: Row[] = [];
  for (const [name, make] of Object.entries(makes)) {
    const random = randomOf(name);
    for (const surround of Object.values(surroundings)) {
      const value = make(random);
      found.push({ text: surround(value), value: withoutWords(value) });
    }
  }
  return found;
}

function constants(values: readonly string[]): Record<string, rows.Make> {
  return Object.fromEntries(values.map((value) => [value, () => value]));
}

/** Removes the words that only introduce the value. */
function withoutWords(value: string): string {
  return value.replace(/^(?:SSN|IBAN|call|my social security number is|<)\s?|>$/g, "");
}

/**
 * Whether at least 80 % of the value is masked. Values that the format changed count as a whole.
 */
function isFound({ text, value }: Row): boolean {
  const at = text.indexOf(value);
  const start = at < 0 ? text.indexOf(JSON.stringify(value).slice(1, -1)) : at;
  if (start < 0) return masker.detect(text).length > 0;
  let covered = 0;
  for (const span of masker.detect(text)) {
    covered += Math.max(0, Math.min(span.end, start + value.length) - Math.max(span.start, start));
  }
  return covered >= 0.8 * value.length;
}

/** The share of values that are not found, and examples for the failure message. */
function missing(all: readonly Row[]): { share: number; examples: string[] } {
  const missed = all.filter((row) => !isFound(row));
  return {
    share: missed.length / all.length,
    examples: missed.slice(0, 8).map(({ text }) => text),
  };
}

function expectFound(all: readonly Row[], share: number): void {
  expect(all.length).toBeGreaterThanOrEqual(30);
  const { share: missed, examples } = missing(all);
  expect(missed, examples.join("\n")).toBeLessThanOrEqual(1 - share);
}

describe("among random values in many kinds of text, the masker finds", () => {
  it.each([
    ["email addresses", rowsOf(rows.EMAILS), 0.98],
    ["payment cards of every network", rowsOf(rows.CARDS), 0.98],
    ["IBANs of every country", rowsOf(rows.IBANS), 0.98],
    ["IP addresses", rowsOf(rows.ADDRESSES), 0.97],
    ["US social security numbers", rowsOf(rows.SSNS), 0.97],
    ["hardware addresses", rowsOf(rows.HARDWARE), 0.97],
    ["phone numbers written for abroad", rowsOf(constants(rows.INTERNATIONAL)), 0.97],
    ["phone numbers written for home", rowsOf(constants(rows.NATIONAL), TELEPHONE), 0.97],
  ] as const)("%s", (_type, all, share) => {
    expectFound(all, share);
  });

  it("secrets of unknown formats", () => {
    const all = Object.entries(rows.UNKNOWN_SECRETS).flatMap(([name, make]) => {
      const random = randomOf(name);
      return Object.values(SECRET).map((surround, index) => {
        const value = make(random);
        const service = rows.SERVICES[index % rows.SERVICES.length] ?? "";
        return { text: surround(service, value), value };
      });
    });
    expectFound(all, 0.95);
  });

  it("obfuscated values", () => {
    expectFound(rowsOf(DISGUISED), 0.97);
  });
});

describe("among texts without values, the masker does not mask", () => {
  const alarms = (all: readonly string[]): string[] =>
    all.filter((text) => masker.detect(text).length > 0);

  it("99 % of those that look like values", () => {
    expect(alarms(CLEAN_ROWS).length, alarms(CLEAN_ROWS).join("\n")).toBeLessThanOrEqual(
      CLEAN_ROWS.length * 0.01,
    );
  });

  it("97 % of those that mention passwords, keys and tokens", () => {
    expect(alarms(KEYWORD_ROWS).length, alarms(KEYWORD_ROWS).join("\n")).toBeLessThanOrEqual(
      KEYWORD_ROWS.length * 0.03,
    );
  });
});
