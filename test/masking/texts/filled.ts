import { ALNUM, HEX, pick, randomFrom, token } from "./samples.ts";

/** What stands in templates for values, so that no source has anything like a credential. */
const VALUES: Readonly<Record<string, string>> = {
  PLAIN: ["tul", "ip88"].join(""),
  OWN: ["TulipV", "ase4631"].join(""),
  TYPED: ["Tulip", "vase47"].join("#"),
  RANDOM: token(81, 28),
  SHORT: token(94, 20),
  LONG: `${token(95, 39)}0`,
  JUMBLED: ["lvM", "F7T"].join(""),
  APP: ["kqzv", "wxyp", "mrtd", "bcfh"].join("-"),
  MORE: token(82),
  HEX: pick(randomFrom(83), HEX, 32),
  "0xHEX": `0x${pick(randomFrom(83), HEX, 64)}`,
  PADDED: `${token(90, 43)}=`,
  SALTED: `${pick(randomFrom(92), `${ALNUM} !#%&()*+,-./:;<=>?@[]^_{|}~`, 61)}7q#`,
  UUID: [8, 4, 4, 4, 12].map((size) => pick(randomFrom(size), HEX, size)).join("-"),
  SEED: `${pick(randomFrom(84), "ABCDEFGHIJKLMNOPQRSTUVWXYZ", 18)}Z4`,
  BASE64: `${token(85, 43)}${token(86, 43)}==`,
  AWS_ID: `${["AK", "IA"].join("")}${pick(randomFrom(87), "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16)}`,
  AWS_TEMP: `${["AS", "IA"].join("")}${pick(randomFrom(93), "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16)}`,
  KEY_BYTES: Array.from({ length: 64 }, (_, i) => (i * 37 + 11) % 256).join(","),
  AWS_SECRET: token(88, 40),
  DIGITS: pick(randomFrom(89), "0123456789", 16).replace(/....(?!$)/g, "$& "),
};
const NAMES = new RegExp(Object.keys(VALUES).join("|"), "g");

/** The template with values in place of their names, and these values in their order. */
export function filled(template: string): { readonly text: string; readonly values: string[] } {
  const values: string[] = [];
  const text = template.replace(NAMES, (name) => {
    const value = VALUES[name] ?? "";
    values.push(value);
    return value;
  });
  return { text, values };
}
