import { describe, expect, it } from "vitest";
import { createMasker } from "../../src/masking/index.ts";
import { token } from "./texts/samples.ts";

const masker = createMasker();
const password = ["Kx7", "abT9q2Lm"].join("");
const key = token(7);

/** The masked text, after checking that masking again changes nothing. */
function masked(text: string): string {
  const once = masker.mask(text).text;
  expect(masker.mask(once).text).toBe(once);
  return once;
}

describe("a password that contains an email address", () => {
  const parted = ["c@ctus.", "qu@rtz9"].join("");

  it.each([
    ["password: ", ""],
    ["password=", " user=bob"],
    ['password="', '"'],
    ['{"password":"', '"}'],
  ])("is masked as a secret as a whole: %s…%s", (before, after) => {
    expect(masked(before + parted + after)).toBe(`${before}[SECRET_1]${after}`);
  });

  it("does not change the type of an email address next to it", () => {
    expect(masked(`password=${password},bob1@example9.com`)).toBe("password=[SECRET_1],[EMAIL_1]");
    expect(masked('{"password":"bob1@example9.com"}')).toBe('{"password":"[EMAIL_1]"}');
  });
});

describe("a secret next to other characters", () => {
  it.each(["[EMAIL_1]", "[IP_1]", "[PHONE_12]"])(
    "is masked next to a literal %s",
    (placeholder) => {
      expect(masked(`password=${password}${placeholder}`)).toBe(
        `password=[SECRET_1]${placeholder}`,
      );
      expect(masked(`password="${password}${placeholder}"`)).toBe(
        `password="[SECRET_1]${placeholder}"`,
      );
      expect(masked(`password: '${placeholder}${password}'`)).toBe(
        `password: '${placeholder}[SECRET_1]'`,
      );
      expect(masked(`password=${placeholder}${password}`)).toBe(
        `password=${placeholder}[SECRET_1]`,
      );
      expect(masked(`<password>${password}${placeholder}</password>`)).toBe(
        `<password>[SECRET_1]${placeholder}</password>`,
      );
      expect(masked(`https://x.com/?token=${key}${placeholder}`)).toBe(
        `https://x.com/?token=[SECRET_1]${placeholder}`,
      );
    },
  );

  it("is masked next to invisible control characters", () => {
    for (const text of [`${password}\u007f`, `\u007f${password}`, `Kx7\u007fabT9q2Lm`]) {
      expect(masked(`password=${text}`).replaceAll("\u007f", "")).toBe("password=[SECRET_1]");
    }
    expect(masked(`user,password\nbob,${password}\u007f`)).toBe(
      "user,password\nbob,[SECRET_1]\u007f",
    );
  });

  it.each([
    [`login: ${key}}bob@example.com`, "login: [SECRET_1]}[EMAIL_1]"],
    [`token=${key}](415) 555-0132`, "token=[SECRET_1]][PHONE_1]"],
    [`00:1A:2B:3C:4D:5E-PASSWORD\tMonkey805`, "[MAC_1]-PASSWORD\t[SECRET_1]"],
    ["token {\n default = 4111ftp://(415) 555-0000", "token {\n default = [SECRET_1][PHONE_1]"],
  ])("is masked at the first masking: %s", (text, expected) => {
    expect(masked(text)).toBe(expected);
  });

  it("leaves text that is not a secret, and an escape before a placeholder, unchanged", () => {
    for (const text of [
      "password=[EMAIL_1]",
      'password: "[SECRET_1]"',
      "token: [SECRET_1].",
      '{"password":"sent to [EMAIL_1]"}',
      `{"token":"${password}\\n[EMAIL_1]"}`,
    ]) {
      expect(masked(text)).toBe(text);
    }
  });
});

it("finds a card number after an IPv6 address that ends like a number of a dump", () => {
  const card = "4111 1111 1111 1111";
  expect(masked(`2907:dc33:862f:84a2:5f69:bf57:db3d:3c7a ${card}`)).toBe("[IP_1] [CREDIT_CARD_1]");
  expect(masked(`0000 3c7a ${card} 627a`)).toBe(`0000 3c7a ${card} 627a`);
});

describe("an email address in a prefixed string literal", () => {
  it.each(["N", "b", "r", "u", "f", "E"])(
    "is masked without the literal's prefix: %s'…'",
    (prefix) => {
      expect(masked(`values(1, ${prefix}'jane@example.com', 2)`)).toBe(
        `values(1, ${prefix}'[EMAIL_1]', 2)`,
      );
    },
  );

  it("keeps its own apostrophe", () => {
    expect(masked("write to o'neil@example.com or to 'e'neil@example.com'")).toBe(
      "write to [EMAIL_1] or to '[EMAIL_2]'",
    );
  });
});

describe("contact data that was copied out of a document without its spaces", () => {
  it.each([
    [
      "Tel: (415) 555-0132Fax: (415) 555-0133E-Mail: jane@example.com",
      "Tel: [PHONE_1]Fax: [PHONE_2]E-Mail: [EMAIL_1]",
    ],
    ["E-Mail: jane@example.deTel.: 0171 5550132", "E-Mail: [EMAIL_1]Tel.: [PHONE_1]"],
    ["Kundennr. 52596589Tel: 0171 5550132", "Kundennr. 52596589Tel: [PHONE_1]"],
    ["mail jane@example.co.ukMobile:+44 7700 900123", "mail [EMAIL_1]Mobile:[PHONE_1]"],
    ["IBAN:DE89370400440532013000BIC:COBADEFFXXX", "IBAN:[IBAN_1]BIC:COBADEFFXXX"],
    ["IBAN: DE89 3704 0044 0532 0130 00BIC: COBADEFF", "IBAN: [IBAN_1]BIC: COBADEFF"],
  ])("is masked: %s", (text, expected) => {
    expect(masked(text)).toBe(expected);
  });

  it("is not taken apart where no label follows", () => {
    expect(masked("jane@example.deTel, x415-555-0132Fax")).toBe("[EMAIL_1], x415-555-0132Fax");
    expect(masked("IBAN DE89370400440532013000BICX")).toBe("IBAN DE89370400440532013000BICX");
  });
});
