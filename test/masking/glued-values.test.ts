import { describe, expect, it } from "vitest";
import { createMasker } from "../../src/masking/index.ts";
import { token } from "./texts/samples.ts";

const masker = createMasker();
const password = ["Kx7", "abT9q2Lm"].join("");
const key = token(7);

/** What is masked in `text`, once it is clear that a second masking changes nothing. */
function masked(text: string): string {
  const once = masker.mask(text).text;
  expect(masker.mask(once).text).toBe(once);
  return once;
}

describe("a password with an address in it", () => {
  const parted = ["c@ctus.", "qu@rtz9"].join("");

  it.each([
    ["password: ", ""],
    ["password=", " user=bob"],
    ['password="', '"'],
    ['{"password":"', '"}'],
  ])("is told of as a secret, for nobody can be written to there: %s…%s", (before, after) => {
    expect(masked(before + parted + after)).toBe(`${before}[SECRET_1]${after}`);
  });

  it("leaves an address beside it what it is", () => {
    expect(masked(`password=${password},bob1@example9.com`)).toBe("password=[SECRET_1],[EMAIL_1]");
    expect(masked('{"password":"bob1@example9.com"}')).toBe('{"password":"[EMAIL_1]"}');
  });
});

describe("a secret that something is glued to", () => {
  it.each(["[EMAIL_1]", "[IP_1]", "[PHONE_12]"])(
    "is hidden though anybody could have written %s there",
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

  it("is hidden behind and before a control character that nobody sees", () => {
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
  ])("is hidden in the first masking: %s", (text, expected) => {
    expect(masked(text)).toBe(expected);
  });

  it("leaves what is no secret, and the escape before a placeholder", () => {
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

it("a card is found behind an address of a host that ends like a number of a dump", () => {
  const card = "4111 1111 1111 1111";
  expect(masked(`2907:dc33:862f:84a2:5f69:bf57:db3d:3c7a ${card}`)).toBe("[IP_1] [CREDIT_CARD_1]");
  expect(masked(`0000 3c7a ${card} 627a`)).toBe(`0000 3c7a ${card} 627a`);
});

describe("a mail address in a literal that begins with a letter", () => {
  it.each(["N", "b", "r", "u", "f", "E"])("leaves the literal whole: %s'…'", (prefix) => {
    expect(masked(`values(1, ${prefix}'jane@example.com', 2)`)).toBe(
      `values(1, ${prefix}'[EMAIL_1]', 2)`,
    );
  });

  it("has its own apostrophe still", () => {
    expect(masked("write to o'neil@example.com or to 'e'neil@example.com'")).toBe(
      "write to [EMAIL_1] or to '[EMAIL_2]'",
    );
  });
});
