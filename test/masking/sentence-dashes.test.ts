import { expect, it } from "vitest";
import { createMasker } from "../../src/masking/index.ts";
import { fastest } from "./texts/fastest.ts";
import { valuesIn } from "./texts/found.ts";

it("what stands on both sides of a long dash is masked by itself, as elsewhere", () => {
  const [phone, mail] = ["+44 20 7946 0958", "ada@example.com"];
  const text = `Your mail\u2014${mail}\u2014is set. ${phone}\u2014${mail}\u2014${phone}, ${mail}`;
  expect(createMasker().mask(text).text).toBe(
    "Your mail\u2014[EMAIL_1]\u2014is set. [PHONE_1]\u2014[EMAIL_1]\u2014[PHONE_1], [EMAIL_1]",
  );
});

it("a token beside a long dash is the same as elsewhere", () => {
  const token = ["ghp", "a8Kd93hGt5LmQ2xZ7vB4nC6yW1eR0uPsJf9T"].join("_");
  expect(createMasker().mask(`so\u2014${token}\u2014done, ${token}`).text).toBe(
    "so\u2014[SECRET_1]\u2014done, [SECRET_1]",
  );
});

it("long dashes between digits are the hyphens of a number, and after a version none", () => {
  expect(valuesIn("call 415\u2014555\u20140132")).toEqual(["415\u2014555\u20140132"]);
  expect(valuesIn("since version\u20141.2.13.4\u2014or later")).toEqual([]);
});

it("a text of long dashes takes no longer than any other", () => {
  const text = "a\u2014".repeat(100_000);
  expect(fastest(() => valuesIn(text), 300)).toBeLessThan(1_000);
});
