import { expect, it } from "vitest";
import { createMasker } from "../../src/masking/index.ts";

it("an allow-list function that returns a promise fails, instead of allowing every value", () => {
  const isPublic = (async () => false) as unknown as () => boolean;
  const masker = createMasker({ allow: [isPublic] });
  expect(() => masker.mask("jane@example.com")).toThrow(/allow\.0 must answer at once/);
  expect(masker.mask("nothing in here").text).toBe("nothing in here");
});

it("an allow-list function whose promise rejects does not end the process as an unhandled rejection", async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): number => unhandled.push(reason);
  process.on("unhandledRejection", note);
  const fails = (async () => {
    throw new Error("no database");
  }) as unknown as () => boolean;
  try {
    expect(() => createMasker({ allow: [fails] }).mask("jane@example.com")).toThrow(/at once/);
    // Rejections that nobody handles are reported before the next macrotask.
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off("unhandledRejection", note);
  }
  expect(unhandled).toEqual([]);
});
