/**
 * Values of every type, generated at random when a test runs, in forms and from countries that the
 * rules were not derived from.
 */
import { ALNUM, card, grouped, HEX, iban, pick } from "./samples.ts";

export type Make = (random: () => number) => string;

const DIGITS = "0123456789";
const LOWER = "abcdefghijklmnopqrstuvwxyz";
const seedOf = (random: () => number): number => Math.floor(random() * 1e9);
const below = (random: () => number, limit: number): number => Math.floor(random() * limit);

/** A card number of each network, bare and grouped as printed on the card. */
export const CARDS: Readonly<Record<string, Make>> = Object.fromEntries(
  (
    [
      ["Visa", "4", 16],
      ["Visa of 19 digits", "4", 19],
      ["Mastercard", "53", 16],
      ["Mastercard, second series", "2221", 16],
      ["American Express", "37", 15],
      ["Diners Club", "36", 14],
      ["Discover", "6011", 16],
      ["JCB", "3530", 16],
      ["UnionPay", "62", 16],
      ["UnionPay of 19 digits", "62", 19],
      ["Mir", "2200", 16],
      ["RuPay", "6521", 16],
      ["Troy", "9792", 16],
      ["Maestro", "5018", 16],
      ["Elo", "636368", 16],
      ["Verve of 19 digits", "506099", 19],
    ] as const
  ).flatMap(([network, prefix, length]): [string, Make][] => [
    [network, (random) => card(prefix, length, seedOf(random))],
    [`${network} in groups`, (random) => grouped(card(prefix, length, seedOf(random)), 4, " ")],
  ]),
);

/**
 * Countries of the SWIFT registry with the length of their account numbers, and how many letters
 * those begin with.
 */
const ACCOUNTS =
  "AD20 AE19 AL24 AT16 AZ24:4 BA16 BE12 BG18:4 BH18:4 BR25 CH17 CR18 CY24 CZ20 DE18 DK14 DO24:4 EE16 ES20 FI14 FR23 GB18:4 GE18:2 GI19:4 GR23 HR17 HU24 IE18:4 IL19 IS22 IT23:1 JO26:4 KW26:4 KZ16 LB24 LI17 LT16 LU16 LV17:4 MC23 MD20 ME18 MK15 MT27:4 NL14:4 NO11 PK20:4 PL24 PT21 QA25:4 RO20:4 RS18 SA20 SE20 SI15 SK20 SM23:1 TN20 TR22 UA25 VG20:4 XK16";

export const IBANS: Readonly<Record<string, Make>> = Object.fromEntries(
  ACCOUNTS.split(" ").map((entry, index): [string, Make] => {
    const [size = "", letters = "0"] = entry.slice(2).split(":");
    const country = entry.slice(0, 2);
    const make: Make = (random) => {
      const head = pick(random, LOWER.toUpperCase(), Number(letters));
      const account = iban(country, head + pick(random, DIGITS, Number(size) - head.length));
      return index % 2 === 0 ? account : grouped(account, 4, " ");
    };
    return [country, make];
  }),
);

export const EMAILS: Readonly<Record<string, Make>> = {
  plain: (random) => `${pick(random, LOWER, 7)}@example.com`,
  "with a plus": (random) =>
    `${pick(random, LOWER, 5)}+${pick(random, LOWER, 4)}@mail.example.co.uk`,
  "with an apostrophe": () => "o'hara@example.org",
  quoted: () => '"john doe"@example.com',
  "of an address": () => "bob@[192.0.2.17]",
  "of punycode": (random) => `${pick(random, LOWER, 6)}@xn--bcher-kva.example`,
  "of a new domain": (random) => `${pick(random, LOWER, 6)}@sub.domain.museum`,
  "in capitals": (random) => `${pick(random, LOWER, 6)}@example.org`.toUpperCase(),
  "in German": () => "jürgen.müller@bücher.example",
  "in Russian": () => "иван.петров@почта.рф",
  "in Chinese": () => "用户@例子.广告",
  "in angle brackets": (random) => `<${pick(random, LOWER, 6)}@example.com>`,
};

export const ADDRESSES: Readonly<Record<string, Make>> = {
  "version 4": (random) =>
    [11 + below(random, 180), 0, below(random, 256), below(random, 256)].join("."),
  "version 4 with a prefix": (random) => `10.${below(random, 256)}.0.0/16`,
  "version 6 in full": (random) => Array.from({ length: 8 }, () => pick(random, HEX, 4)).join(":"),
  "version 6 in capitals": (random) =>
    Array.from({ length: 8 }, () => pick(random, HEX, 4))
      .join(":")
      .toUpperCase(),
  "version 6, shortened": (random) => `2001:db8::${pick(random, HEX, 4)}`,
  "version 6, shortened inside": (random) =>
    `2a02:${pick(random, HEX, 4)}::${pick(random, HEX, 4)}:1`,
  "version 6 with a zone": (random) => `fe80::${pick(random, HEX, 4)}%eth0`,
  "version 6 with a prefix": () => "2001:db8:abcd::/48",
  mapped: (random) => `::ffff:203.0.113.${below(random, 256)}`,
};

export const SSNS: Readonly<Record<string, Make>> = {
  "with dashes": (random) =>
    `${100 + below(random, 500)}-${10 + below(random, 80)}-${1_000 + below(random, 8_000)}`,
  "with spaces": (random) =>
    `SSN ${100 + below(random, 500)} ${10 + below(random, 80)} ${1_000 + below(random, 8_000)}`,
  bare: (random) => `my social security number is ${100_010_001 + below(random, 400_000_000)}`,
};

export const HARDWARE: Readonly<Record<string, Make>> = {
  colons: (random) => Array.from({ length: 6 }, () => pick(random, HEX, 2)).join(":"),
  dashes: (random) =>
    Array.from({ length: 6 }, () => pick(random, HEX, 2))
      .join("-")
      .toUpperCase(),
};

/** Telephone numbers in the international notation of their countries. */
export const INTERNATIONAL =
  "+44 20 7946 0958|+49 30 901820|+33 1 42 68 53 00|+1 415 555 0132|+91 98765 43210|+81 3-1234-5678|+86 138 0013 8000|+61 2 9374 4000|+55 11 98765-4321|+7 495 123-45-67|+34 612 34 56 78|+39 06 6982 1234|+31 20 624 1111|+46 8 123 456 78|+47 22 12 34 56|+45 32 12 34 56|+358 9 1234567|+48 22 123 45 67|+420 222 333 444|+36 1 234 5678|+41 44 668 18 00|+351 21 123 4567|+353 1 234 5678|+90 212 123 45 67|+972 3-123-4567|+971 4 123 4567|+20 2 2123 4567|+27 21 123 4567|+234 803 123 4567|+254 712 345678|+52 55 1234 5678|+54 11 1234-5678|+62 21 1234567|+65 6123 4567|+82 2-312-3456|+64 9 123 4567|+380 44 123 4567|+49 (0)170 4876930|0044 20 7946 0958|(+44) 20 7946 0958|+1.212.555.0175|+12125550175|(212) 555-0175|212-555-0175|1-800-555-0199|212/555-0175|212-555-0175 x123".split(
    "|",
  );

/** Telephone numbers in the domestic notation of their countries. */
export const NATIONAL =
  "020 7946 0958|07700 900123|(020) 7946 0958|030 901820|0170 4876930|0170/4876930|01 42 68 53 00|0612345678|06.12.34.56.78|612 34 56 78|06 698 12345|06-12345678|070-123 45 67|22 123 45 67|044 668 18 00|0412 345 678|(02) 9374 4000|021 123 4567|98765 43210|9876543210|03-1234-5678|13800138000|138-0013-8000|010-1234-5678|(11) 98765-4321|55 1234 5678|0532 123 45 67|8 (495) 123-45-67|2125550175|212 555 0175".split(
    "|",
  );

/** Shapes of secrets that are in no vendor table: only the words around them indicate a secret. */
export const UNKNOWN_SECRETS: Readonly<Record<string, Make>> = {
  "32 hexadecimal digits": (random) => pick(random, HEX, 32),
  "40 hexadecimal digits": (random) => pick(random, HEX, 40),
  "64 hexadecimal digits": (random) => pick(random, HEX, 64),
  "20 characters": (random) => pick(random, ALNUM, 20),
  "24 characters": (random) => pick(random, ALNUM, 24),
  "32 characters": (random) => pick(random, ALNUM, 32),
  "40 characters": (random) => pick(random, ALNUM, 40),
  "32 small ones": (random) => pick(random, LOWER + DIGITS, 32),
  "26 capitals": (random) => pick(random, LOWER.toUpperCase() + DIGITS, 26),
  "a UUID": (random) => [8, 4, 4, 4, 12].map((size) => pick(random, HEX, size)).join("-"),
  "22 of a URL's": (random) => pick(random, `${ALNUM}-_`, 22),
  "43 of a URL's": (random) => pick(random, `${ALNUM}-_`, 43),
  "44 of base64": (random) => `${pick(random, `${ALNUM}+/`, 43)}=`,
  "32 letters": (random) => pick(random, LOWER + LOWER.toUpperCase(), 32),
  "two parts": (random) => `${pick(random, ALNUM, 12)}:${pick(random, ALNUM, 28)}`,
};

/** Invented service names, unknown to the rules. */
export const SERVICES =
  "abacusfy bluequill cindermesh dovetailio emberpost fjordstack gantrylab halcyonhq inkwharf jadeport kitefin lumenrow mossgate nimbusly orchardbox".split(
    " ",
  );
