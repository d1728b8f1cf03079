import { expect, it } from "vitest";
import { createMasker } from "../../src/masking/index.ts";

it("an allow-list function that returns a promise fails, instead of allowing every value", () => {
  const isPublic = (async () => false) as unknown as () => boolean;
  const masker = createMasker({ allow: [isPublic] });
  expect(() => masker.mask("jane@example.com")).toThrow(/allow\.0 must answer at once/);
  expect(masker.mask("nothing in here").text).toBe("nothing in here");
});
