import { describe, expect, it } from "vitest";
import { createMasker, defineDetector, type Masker } from "../../src/masking/index.ts";

type Rule = () => boolean;

const MASKERS: readonly (readonly [string, (rule: Rule) => Masker])[] = [
  ["allow.0", (rule) => createMasker({ allow: [rule] })],
  [
    "validate of address",
    (validate) =>
      createMasker({
        detectors: [defineDetector({ type: "ADDRESS", pattern: /jane@\S+/, validate })],
      }),
  ],
];

describe.each(MASKERS)("an asynchronous function for %s", (name, maskerWith) => {
  it("fails, instead of saying yes to every value", () => {
    const masker = maskerWith((async () => false) as unknown as Rule);
    expect(() => masker.open().mask("jane@example.com")).toThrow(`${name} must answer at once`);
    expect(masker.open().mask("nothing in here")).toMatchObject({ text: "nothing in here" });
  });

  it("does not end the process if its promise rejects", async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): number => unhandled.push(reason);
    process.on("unhandledRejection", note);
    const fails = (async () => {
      throw new Error("no database");
    }) as unknown as Rule;
    try {
      expect(() => maskerWith(fails).open().mask("jane@example.com")).toThrow(/at once/);
      // Rejections that nobody handles are reported before the next macrotask.
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      process.off("unhandledRejection", note);
    }
    expect(unhandled).toEqual([]);
  });
});
