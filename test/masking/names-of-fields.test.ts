import { describe, expect, it } from "vitest";
import { createMasker } from "../../src/masking/index.ts";
import { valuesIn } from "./texts/found.ts";

const local = "98765432";

describe("a telephone number with hardly any format is found", () => {
  it.each([
    "shippingPhone",
    "recipientPhone",
    "customerMobileNo",
    "guestMobile",
    "emergencyPhone",
    "billing_phone",
  ])("behind the name %s", (name) => {
    for (const text of [`{"${name}":"${local}"}`, `${name}: ${local}`, `${name}=${local}`])
      expect(valuesIn(text), text).toEqual([local]);
  });

  it.each([
    '{"type":"mobile","number":"{}"}',
    '{"system":"phone","use":"home","value":"{}"}',
    '{"phone":{"number":"{}"}}',
    '{"name":"PHONE","value":"{}"}',
    "- name: CONTACT_PHONE\n  value: {}",
    '<add key="Phone" value="{}"/>',
    'form.append("phone", "{}")',
    '["phone"]=>\n  string(8) "{}"',
    'user.setPhone("{}")',
    '#define kContactPhone @"{}"',
    "Phone ............ {}",
    "Phone............{}",
  ])("in %s", (text) => {
    expect(valuesIn(text.replace("{}", local))).toEqual([local]);
  });

  it("but not behind names of other things", () => {
    for (const text of [
      `{"microphone":"${local}"}`,
      `{"hotel":"${local}"}`,
      `{"type":"order","number":"${local}"}`,
      `{"type":"phone case","price":"${local}"}`,
      `form.append("quantity", "${local}")`,
      `sheet.setCell(${local})`,
    ])
      expect(valuesIn(text), text).toEqual([]);
  });
});

describe("a Social Security number without dashes is found", () => {
  it.each(["customer_ssn", "customerSsn", "employeeSSN", "_ssnNumber", "tax_id", "taxpayerId"])(
    "behind the name %s",
    (name) => {
      for (const value of ["295184443", "295 18 4443"])
        for (const text of [`{"${name}":"${value}"}`, `${name} = "${value}"`])
          expect(valuesIn(text), text).toEqual([value]);
    },
  );

  it("in the segment of an insured person", () => {
    expect(valuesIn("NM1*IL*1*DOE*ADA***34*295184443~N3*1 MAIN ST~")).toEqual(["295184443"]);
  });

  it("but not behind words that contain its letters", () => {
    for (const name of ["className", "lessness", "taxi"])
      expect(valuesIn(`${name} = "295184443"`)).toEqual([]);
  });
});

describe("national identifiers are found", () => {
  const masker = createMasker({ nationalIds: true });
  const typesIn = (text: string): string[] => masker.detect(text).map(({ type }) => type);

  it.each([
    ["sin_number=795-460-864", "CA_SIN"],
    ["customer_cpf: 25325320092", "BR_CPF"],
    ['"id_number": "8402172675084"', "ZA_ID_NUMBER"],
    ["NM1*85*2*CLINIC*****XX*1346533734~", "US_NPI"],
  ])("behind names of fields: %s", (text, type) => {
    expect(typesIn(text)).toContain(type);
  });

  it.each(["X6931795D", "X-6931795-D", "X6931795-D", "X 6931795 D", "z-7536903-s"])(
    "with the separators that people put into a NIE: %s",
    (id) => {
      const [found] = masker.detect(`NIE: ${id}, Madrid`);
      expect(found).toMatchObject({ type: "ES_NIE", start: 5, end: 5 + id.length });
    },
  );

  it("also a Swedish one by its short name", () => {
    expect(typesIn("Personnr: 920125-7285")).toContain("SE_PERSONNUMMER");
  });
});
