/**
 * Realistic values, generated when a test runs, so that the sources contain nothing that resembles
 * a credential. All are derived from a seed, so a failure can be reproduced.
 */

import { type Node, parsePattern } from "../../../src/masking/pattern/syntax.ts";

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const DIGITS = "0123456789";
export const ALNUM = LOWER + LOWER.toUpperCase() + DIGITS;
export const HEX = "0123456789abcdef";

/** A small linear congruential generator: the same seed gives the same values. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export function pick(random: () => number, characters: string, count: number): string {
  let text = "";
  for (let i = 0; i < count; i++)
    text += characters.charAt(Math.floor(random() * characters.length));
  return text;
}

/** A token of letters and digits that is certain to contain a digit between letters. */
export function token(seed: number, count = 32): string {
  const random = randomFrom(seed);
  return `${pick(random, ALNUM, count - 6)}a7Kx3Q`;
}

/** A card number of an issuer: the prefix, random digits and the check digit. */
export function card(prefix: string, length: number, seed = 1): string {
  const body = prefix + pick(randomFrom(seed), DIGITS, length - prefix.length - 1);
  for (let check = 0; check < 10; check++)
    if (luhnSum(`${body}${check}`) % 10 === 0) return `${body}${check}`;
  throw new Error("unreachable");
}

function luhnSum(digits: string): number {
  return [...digits].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
}

/** An IBAN with valid check digits for the account. */
export function iban(country: string, account: string): string {
  const rearranged = `${account}${country}00`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  const check = 98n - (BigInt(rearranged) % 97n);
  return `${country}${String(check).padStart(2, "0")}${account}`;
}

/** Digits or characters in groups of `size`, with `separator` between them. */
export function grouped(text: string, size: number, separator: string): string {
  return text.match(new RegExp(`.{1,${size}}`, "gs"))?.join(separator) ?? text;
}

/** A JSON web token with a real header and a random signature. */
export function webToken(seed: number, header: object = { alg: "HS256", typ: "JWT" }): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  return [part(header), part({ sub: String(seed) }), pick(randomFrom(seed), ALNUM, 43)].join(".");
}

/** A private key in PEM with a random body. */
export function pem(kind: string, lineBreak = "\n"): string {
  const line = ["-----", " PRIVATE KEY", "-----"] as const;
  const body = grouped(pick(randomFrom(7), `${ALNUM}+/`, 300), 64, lineBreak);
  return [
    `${line[0]}BEGIN ${kind}${line[1].trim()}${line[2]}`,
    body,
    `${line[0]}END ${kind}${line[1].trim()}${line[2]}`,
  ].join(lineBreak);
}

const PRINTABLE = Array.from({ length: 94 }, (_, i) => 33 + i);

/** A random text that matches the pattern. */
export function matching(pattern: RegExp, random: () => number): string {
  return write(parsePattern(pattern), random);
}

function write(node: Node, random: () => number): string {
  switch (node.kind) {
    case "assert":
    // Printable ASCII has no surrogate pairs.
    case "second half":
      return "";
    case "char": {
      const codes = PRINTABLE.filter(node.matches);
      return String.fromCharCode(codes[Math.floor(random() * codes.length)] ?? 120);
    }
    case "sequence":
      return node.parts.map((part) => write(part, random)).join("");
    case "choice":
      return write(node.branches[Math.floor(random() * node.branches.length)] ?? node, random);
    case "repeat": {
      const most = Math.min(node.max, node.min + 20);
      const count = node.min + Math.floor(random() * (most - node.min + 1));
      return Array.from({ length: count }, () => write(node.body, random)).join("");
    }
  }
}
