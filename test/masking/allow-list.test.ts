import { expect, it } from "vitest";
import { createMasker } from "../../src/masking/index.ts";

it("a function of the allow-list that answers with a promise fails, instead of letting every value out", () => {
  const isPublic = (async () => false) as unknown as () => boolean;
  const masker = createMasker({ allow: [isPublic] });
  expect(() => masker.mask("jane@example.com")).toThrow(/allow\.0 must answer at once/);
  expect(masker.mask("nothing in here").text).toBe("nothing in here");
});
