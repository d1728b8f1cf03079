import { describe, expect, it } from "vitest";
import { createMasker } from "../../src/masking/index.ts";
import { MORE_NATIONAL_IDS } from "./texts/more-national-ids.ts";

const masker = createMasker({ nationalIds: true });

describe("further national identifiers are found if enabled", () => {
  it.each(MORE_NATIONAL_IDS)("%s", (type, before, id) => {
    const text = `${before}${id}, please check`;
    expect(
      masker.detect(text).map((found) => [found.type, text.slice(found.start, found.end)]),
    ).toEqual([[type, id]]);
  });

  it.each(MORE_NATIONAL_IDS)("and no %s is found if not enabled", (type, before, id) => {
    const types = createMasker().detect(`${before}${id}, please check`);
    expect(types.map((found) => found.type)).not.toContain(type);
  });

  it.each(
    MORE_NATIONAL_IDS.filter(
      ([type]) => !["DK_CPR", "MY_NRIC", "ID_NIK", "PASSPORT"].includes(type),
    ),
  )("%s with a wrong digit is not found", (type, before, id) => {
    const at = id.search(/\d(?=\D*\d\D*\d\D*\d\D*$)/);
    const wrong = `${id.slice(0, at)}${(Number(id[at]) + 1) % 10}${id.slice(at + 1)}`;
    const found = masker.detect(`${before}${wrong}, please check`);
    expect(found.map((one) => one.type)).not.toContain(type);
  });

  it("a Japanese My Number needs a valid check digit", () => {
    const texts = Array.from({ length: 10 }, (_, check) => `マイナンバー 1234-5678-901${check}`);
    expect(texts.filter((text) => masker.detect(text).length > 0)).toHaveLength(1);
  });
});

it("a National Insurance number is found with two spaces between its groups", () => {
  const number = ["QQ", "AB"].slice(1).concat("81", "35", "18", "D").join("  ");
  const text = `National Insurance No:  ${number}`;
  expect(masker.detect(text).map(({ start, end }) => text.slice(start, end))).toEqual([number]);
});
